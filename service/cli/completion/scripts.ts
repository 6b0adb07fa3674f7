import type { Invocation } from '../invocation.ts';
import { print } from '../output.ts';

export type Shell = 'bash' | 'zsh' | 'fish' | 'powershell';

const BASH = `# mensura: completions for bash. Load with: source <(mensura completion bash)
_mensura() {
  local line word
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "\${2#=}")
    else
      printf -v word '%q' "\${line%%$'\\t'*}"
      COMPREPLY+=("\${word//\\\\,/,}")
    fi
  done < <("$1" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _mensura mensura
`;

const ZSH = `#compdef mensura
# mensura: completions for zsh. Save as _mensura in a folder of $fpath, or load with:
#   source <(mensura completion zsh)
_mensura() {
  local line word
  local -a described
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      _files
    else
      word=\${line%%$'\\t'*}
      described+=("\${word//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done < <("\${words[1]}" __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  (( \${#described} )) && _describe mensura described
}
if [[ $funcstack[1] == _mensura ]]; then _mensura "$@"; else compdef _mensura mensura; fi
`;

const FISH = `# mensura: completions for fish. Save as ~/.config/fish/completions/mensura.fish
function __mensura_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] __complete $words[2..-1] "$current" 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path "$current"
        else
            printf '%s\\n' $line
        end
    end
end
complete -c mensura -f -a '(__mensura_complete)'
`;

const POWERSHELL = `# mensura: completions for PowerShell. Add to your profile:
#   mensura completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName mensura -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -le $cursorPosition } |
        Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    if ($wordToComplete -eq '') { $words += '' }
    & $commandAst.CommandElements[0].ToString() __complete @words 2>$null | ForEach-Object {
        if ($_ -eq ':files') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
            return
        }
        $word, $description = $_ -split "\`t", 2
        if (-not $description) { $description = $word }
        $text = if ($word -match '^[\\w./=-]+$') { $word } else { "'" + $word.Replace("'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $description)
    }
}
`;

/** The script of each shell. All call `mensura __complete` with the words up to the cursor. */
export const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH, powershell: POWERSHELL };

export async function run({ words: [shell] }: Invocation<[Shell]>): Promise<void> {
  await print(SCRIPTS[shell]);
}
