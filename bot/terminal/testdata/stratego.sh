# A program for `paddock arena stratego`, by the lines of its competition ("s100:sh stratego.sh"): it goes forward, attacks with high ranks, and does not
# make a step that it has made before while it has others.
rows= made=
while read -r line; do
  case $line in
  RED*) ahead=DOWN; printf '889BFB9B88\n7966B77654\n995B849956\n12s34975B3\n' ;;
  BLUE*) ahead=UP; printf '12s34975B3\n995B849956\n7966B77654\n889BFB9B88\n' ;;
  QUIT*) exit ;;
  ??????????) # a row of the board, the tenth of which is the last
    rows="$rows $line"
    set -- $rows
    [ $# -eq 10 ] || continue
    move=$(echo "$rows" | awk -v ahead=$ahead -v made="$made" '
    function shown(x, y) { return x < 0 || x > 9 || y < 1 || y > 10 ? "+" : substr($y, x + 1, 1) }
    BEGIN {
      split("UP DOWN LEFT RIGHT", name, " "); split("0 0 -1 1", right, " "); split("-1 1 0 0", down, " ")
      best = -1000; move = "SURRENDER"
    }
    {
      for (y = 1; y <= 10; y++) for (x = 0; x < 10; x++) for (i = 1; i <= 4; i++) {
        rank = shown(x, y); there = shown(x + right[i], y + down[i])
        if (rank !~ /[1-9s]/ || there != "." && there != "#") continue
        step = x " " (y - 1) " " name[i]
        worth = (name[i] == ahead ? 3 : i > 2 ? 0 : -3) + (there == "#" ? 4 - rank : 0) - 9 * gsub("," step ",", "&", made)
        if (worth > best) { best = worth; move = step }
      }
      print move
    }')
    echo "$move"
    made="$made,$move,"
    rows= ;;
  esac
done
