// The command `svc` itself: the options that every command takes, the way help looks, and what usage
// errors say.

import { Command, Help, type Option } from 'commander'
import type { Io, Manners } from './io.ts'
import type { Place } from './session.ts'

export type GlobalOptions = Manners & Place

const helpWidth = 80

export function createRoot(version: string): Command {
  return new Command('svc')
    .description('Identity verification that runs on your own server.')
    .version(version, '-V, --version', 'show the version')
    .option('--json', 'data and errors as JSON')
    .option('-q, --quiet', 'data and errors only')
    .option('--no-color', 'no colour (also: NO_COLOR)')
    .option('--config <path>', 'file of settings (also: SVC_CONFIG)')
    .option('--data-dir <path>', 'data folder (also: SVC_DATA_DIR)')
    .option('--demo', 'the demo of npm start instead of the appliance')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .addHelpText(
      'before',
      examples(
        'npm start                                   a demo, complete, on this machine',
        'svc init                                    once, on the server',
        'svc keys create --name "Core" --env live    a key for a client',
        'svc help verifications submit               more on one command',
      ),
    )
}

/** Errors throw, help and errors go through `io`. Commands added later inherit all of it. */
export function speakThrough(root: Command, io: Io): void {
  root.exitOverride()
  root.configureHelp({
    showGlobalOptions: true,
    styleTitle: (text) => io.out.style('bold', text),
    // Said before the examples already.
    commandDescription: () => '',
    visibleGlobalOptions: globalOptionsOf,
  })
  root.addHelpText('beforeAll', ({ command }) => `${command.description()}\n`)
  root.configureOutput({
    writeOut: (text) => io.out.write(text),
    // In JSON mode the error is told by whoever catches it, and nobody reads help.
    writeErr: (text) => {
      if (!io.isJson) io.err.write(text)
    },
    outputError: (text, write) =>
      write(text.replace(/^error:/, io.err.style(['bold', 'red'], 'error:'))),
    getOutHelpWidth: () => Math.min(io.out.width ?? helpWidth, 100),
    getErrHelpWidth: () => Math.min(io.err.width ?? helpWidth, 100),
    getOutHasColors: () => io.out.hasColour,
    getErrHasColors: () => io.err.hasColour,
  })
}

/** After a usage error: where the help is, which would hide the error itself. */
export function pointToHelp(command: Command): void {
  const path: string[] = []
  for (let at: Command | null = command; at; at = at.parent) path.unshift(at.name())
  command.showHelpAfterError(`See: ${path.join(' ')} --help`)
}

/** Help text with commands to copy; it stands above everything else. */
export function examples(...lines: readonly string[]): string {
  return `Examples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`
}

/** What every command takes; --version is for `svc` alone. */
function globalOptionsOf(command: Command): Option[] {
  const help = new Help()
  help.showGlobalOptions = true
  return help.visibleGlobalOptions(command).filter(({ long }) => long !== '--version')
}
