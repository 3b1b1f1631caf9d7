# A program for `paddock arena fish`: it places on the first tile that it may, and moves one step to the most fish.
#   go MS fish/1 rules=official penguins=4 phase=move board=1321022/... players=red:3:3:d7,d5;white:4:3:h4,c3 turn=red
while read -r line; do
  case $line in go*) ;; *) exit ;; esac
  echo "$line" | awk '{
    for (i = 4; i <= NF; i++) { split($i, part, "="); field[part[1]] = part[2] }
    rows = split(field["board"], row, "/")
    seats = split(field["players"], seat, ";")
    for (s = 1; s <= seats; s++) {
      split(seat[s], about, ":")
      n = split(about[4], place, ",")
      for (i = 1; i <= n; i++) {
        taken[place[i]] = 1
        if (about[1] == field["turn"]) mine[++own] = place[i]
      }
    }
    best = 0
    for (r = 1; field["phase"] == "place" && r <= rows; r++)
      for (n = 1; n <= length(row[r]); n++) {
        name = substr("abcdefgh", r, 1) n
        if (substr(row[r], n, 1) == 1 && !taken[name]) move = name
      }
    for (i = 1; field["phase"] == "move" && i <= own; i++) {
      r = index("abcdefgh", substr(mine[i], 1, 1)); n = substr(mine[i], 2) + 0; e = r % 2
      split("0 0 -1 -1 1 1", down, " ")
      split("1 -1 " e " " e-1 " " e " " e-1, across, " ")
      for (d = 1; d <= 6; d++) {
        r2 = r + down[d]; n2 = n + across[d]
        name = substr("abcdefgh", r2, 1) n2
        if (r2 < 1 || r2 > rows || n2 < 1 || taken[name]) continue
        fish = substr(row[r2], n2, 1) + 0
        if (fish > best) { best = fish; move = mine[i] "-" name }
      }
    }
    print "move " move
  }'
done
