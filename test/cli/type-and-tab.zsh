# Types each line of standard input at the prompt of an interactive shell, presses Tab, and has the shell write the line as
# it is then to $OUT.1, $OUT.2, … What the terminal shows goes to $OUT.log.
#   OUT=path zsh -f type-and-tab.zsh SETUP SHELL...
zmodload zsh/zpty
setup=$1
shift
zpty -b inner "${(@q)@}"

await() {
  local seen i
  for i in {1..1200}; do
    while zpty -r -t inner seen 2>/dev/null; do print -rn -- $seen >> $OUT.log; done
    [[ -e $1 ]] && return 0
    sleep 0.05
  done
  exit 1
}

zpty -w inner "source ${(q)setup}; : > ${(q)OUT}.ready"
await $OUT.ready
n=0
while IFS= read -r line; do
  # Ctrl-U empties the line, Ctrl-X is bound by the set-up.
  zpty -w -n inner $'\x15'"$line"$'\t\x18'
  await $OUT.$((++n))
done
zpty -d inner
