#compdef mensura
# mensura: completions for zsh. Save as _mensura in a folder of $fpath, or load with:
#   source <(mensura completion zsh)
_mensura() {
  local line word
  local -a described
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      _files
    else
      word=${line%%$'\t'*}
      described+=("${word//:/\\:}:${line#*$'\t'}")
    fi
  done < <("${words[1]}" __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)
  (( ${#described} )) && _describe mensura described
}
if [[ $funcstack[1] == _mensura ]]; then _mensura "$@"; else compdef _mensura mensura; fi
