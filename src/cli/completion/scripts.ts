import { askingCommand } from "./asked-words.js";

export type Shell = "bash" | "zsh" | "fish";

const bash = `# bash completion for tidemark. In ~/.bashrc: source <(tidemark completion bash)
_tidemark() {
  local current=$2 paths= line path
  local -a found=()
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ -z $paths ]]; then paths=$line; continue; fi
    line=\${line%%$'\\t'*}
    # Where bash cuts words at =, what stands before it is no part of this one.
    if [[ $line == --*=* && $COMP_WORDBREAKS == *=* ]]; then line=\${line#*=}; fi
    COMPREPLY+=("$line")
  done < <(tidemark ${askingCommand} -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null </dev/null)
  compopt -o nosort 2>/dev/null
  if [[ -z $paths || $paths == none ]]; then return; fi
  if [[ $current == = ]]; then current=; fi
  while IFS= read -r path; do
    if [[ $paths == files || ( $paths == transcripts && $path == *.jsonl ) || -d \${path/#\\~\\//$HOME/} ]]; then
      found+=("$path")
    fi
  done < <(compgen -f -- "$current" 2>/dev/null)
  if (( \${#found[@]} == 0 )); then return; fi
  # Tells readline to quote them; a bash that is too old for it gets them quoted.
  if compopt -o filenames 2>/dev/null; then COMPREPLY+=("\${found[@]}"); return; fi
  for path in "\${found[@]}"; do printf -v path %q "$path"; COMPREPLY+=("$path"); done
}
complete -F _tidemark tidemark
`;

const zsh = `#compdef tidemark
# zsh completion for tidemark. In ~/.zshrc, after compinit: source <(tidemark completion zsh)
_tidemark() {
  local paths line ret=1
  local -a lines found shown
  lines=("\${(@f)$(tidemark ${askingCommand} -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null)}")
  paths=$lines[1]
  for line in "\${(@)lines[2,-1]}"; do
    found+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/  -- }")
  done
  if (( $#found > 0 )); then compadd -l -V tidemark -d shown -a found && ret=0; fi
  compset -P '--*='
  case $paths in
    transcripts) _files -g '*.jsonl' && ret=0 ;;
    files) _files && ret=0 ;;
    folders) _files -/ && ret=0 ;;
  esac
  return ret
}
if [[ $funcstack[1] == _tidemark ]]; then
  _tidemark "$@"
elif (( $+functions[compdef] )); then
  compdef _tidemark tidemark
fi
`;

const fish = `# fish completion for tidemark. In ~/.config/fish/config.fish: tidemark completion fish | source
function __tidemark_candidates
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (tidemark ${askingCommand} -- $words[2..-1] "$current" 2>/dev/null </dev/null)
    set -l paths "$lines[1]"
    string match -v -- $paths $lines
    if not contains -- $paths transcripts files folders
        return
    end
    set -l flag (string match -r -- '^--[^=]+=' "$current")
    set -l typed (string replace -r -- '^--[^=]+=' '' "$current")
    # What fish itself would offer for the argument of any command: the paths that begin so.
    for path in (complete -C "'' $typed" 2>/dev/null | string replace -r '\\t.*' '')
        if test $paths = files
            or string match -q -- '*/' $path
            or begin
                test $paths = transcripts
                and string match -q -- '*.jsonl' $path
            end
            printf '%s%s\\n' "$flag" $path
        end
    end
end
complete -c tidemark -k -f -a '(__tidemark_candidates)'
`;

/**
 * What each shell needs to complete the words of the program. A script asks the program, which writes how paths are
 * completed on its first line, then a word a line, with a tab before what is shown beside it. Nothing that was typed, or
 * that a file is called, is ever evaluated.
 */
export const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish };
