// `svc completion`: prints a completion script for a shell. The scripts call `svc __complete` each time, so
// they stay the same when commands change.

import { Argument, type Command } from 'commander'
import type { CommandContext } from './context.ts'
import { examples } from './root-command.ts'

const scripts = {
  bash: `# bash completion of svc
_svc() {
  local IFS=$'\\n'
  local found
  found=$("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)
  COMPREPLY=($found)
}
complete -o default -F _svc svc
`,
  zsh: `#compdef svc
# zsh completion of svc
_svc() {
  local -a lines
  lines=("\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  lines=("\${(@)lines%%$'\\t'*}")
  if [[ -n "\${lines[1]}" ]]; then compadd -a lines; else _files; fi
}
compdef _svc svc
`,
  fish: `# fish completion of svc
function __svc_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found ($words[1] __complete -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c svc -f -a '(__svc_complete)'
`,
} as const

const shells = ['bash', 'zsh', 'fish'] as const

export function define(command: Command, { io }: CommandContext): void {
  command
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(shells))
    .addHelpText(
      'before',
      examples(
        'source <(svc completion bash)',
        'svc completion zsh > ~/.zfunc/_svc',
        'svc completion fish > ~/.config/fish/completions/svc.fish',
      ),
    )
    .action((shell: (typeof shells)[number]) => io.out.write(scripts[shell]))
}
