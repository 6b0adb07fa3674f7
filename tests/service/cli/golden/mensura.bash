# mensura: completions for bash. Load with: source <(mensura completion bash)
_mensura() {
  local line word
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "${2#=}")
    else
      printf -v word '%q' "${line%%$'\t'*}"
      COMPREPLY+=("${word//\\,/,}")
    fi
  done < <("$1" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _mensura mensura
