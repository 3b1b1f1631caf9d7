# A program for `paddock arena halatafl`: sheep go forward where they can, foxes take whatever comes first.
#   go MS halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard -
while read -r line; do
  case $line in go*) ;; *) exit ;; esac
  echo "$line" | awk '
  function name(c, r) { return substr("abcdefg", c, 1) r }
  function line(c, r, i) { return across[i] * up[i] == 0 || (c + r) % 2 == 0 } # diagonals begin at every second point
  {
    split("0 1 -1 0 1 -1 1 -1", across, " "); split("1 0 0 -1 1 1 -1 -1", up, " ")
    split($4, row, "/")
    for (i = 1; i <= 7; i++) {
      r = 8 - i; c = (r < 3 || r > 5) ? 3 : 1
      for (j = 1; j <= length(row[i]); j++) {
        x = substr(row[i], j, 1)
        if (x ~ /[SF]/) at[c++, r] = x
        else while (x-- > 0) at[c++, r] = "."
      }
    }
    for (r = 7; $5 == "s" && !move && r >= 1; r--) for (c = 1; c <= 7; c++) if (at[c, r] == "S" && at[c, r+1] == ".") move = name(c, r) "-" name(c, r+1)
    for (r = 7; $5 == "s" && !move && r >= 1; r--) for (c = 1; c <= 7; c++) for (d = -1; d <= 1; d += 2) if (at[c, r] == "S" && at[c+d, r] == ".") move = name(c, r) "-" name(c+d, r)
    for (r = 7; $5 == "f" && !jumps && r >= 1; r--) for (c = 1; c <= 7 && !jumps; c++) {
      if (at[c, r] != "F") continue
      x = c; y = r; chain = name(c, r)
      for (i = 1; i <= 8; i++) {
        if (!line(x, y, i)) continue
        if (at[x+across[i], y+up[i]] == "S" && (at[x+2*across[i], y+2*up[i]] == "." || jumps && x+2*across[i] == c && y+2*up[i] == r)) {
          at[x+across[i], y+up[i]] = "."
          x += 2*across[i]; y += 2*up[i]
          chain = chain "x" name(x, y); jumps++; i = 0
        } else if (!step && at[x+across[i], y+up[i]] == ".") step = name(x, y) "-" name(x+across[i], y+up[i])
      }
      if (jumps) move = chain
    }
    print "move " (move ? move : step)
  }'
done
