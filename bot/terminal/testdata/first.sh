# A program for `paddock arena kalah`: it sows the first house that has seeds.
#   go MS kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard
while read -r word ms version size to south north rules; do
  [ "$word" = go ] || exit
  case $to in to=S) own=${south#*=} ;; *) own=${north#*=} ;; esac
  house=1
  for seeds in $(echo "${own%:*}" | tr . ' '); do
    [ "$seeds" -eq 0 ] || break
    house=$((house + 1))
  done
  echo "move $house"
done
