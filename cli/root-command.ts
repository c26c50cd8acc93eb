// The command `svc` itself: the global options, the layout of help and the form of usage errors.

import { Command, type ErrorOptions, Help, type Option } from 'commander'
import { demoCommand } from './demo-command.ts'
import { listTopics } from './guide/read-guide.ts'
import type { Io, OutputMode } from './io.ts'
import type { Place } from './place.ts'

export type GlobalOptions = OutputMode & Place

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
    .option('--demo', `the demo (${demoCommand()}) instead of the appliance`)
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .addHelpText(
      'before',
      examples(
        `${demoCommand().padEnd(43)} the demo, on this machine`,
        'svc init                                    once, on the server',
        'svc keys create --name "Core" --env live    an API key for a client',
        'svc help verifications submit               help on one command',
        'svc help webhooks                           a page of the guide',
      ),
    )
    .addHelpText('after', topicsText)
}

/** Lists the pages of the guide; only the help of `svc` itself ends with it. */
function topicsText(): string {
  const topics = listTopics()
  const width = Math.max(...topics.map(({ name }) => name.length))
  const lines = topics.map(({ name, opening }) => `  ${name.padEnd(width)}  ${opening}`)
  return `\nTopics of the guide (svc help TOPIC):\n${lines.join('\n')}`
}

/** Makes errors throw and sends help and errors through `io`. Commands added later inherit this. */
export function speakThrough(root: Command, io: Io): void {
  root.exitOverride()
  root.configureHelp({
    showGlobalOptions: true,
    styleTitle: (text) => io.out.style('bold', text),
    // Printed above the examples already.
    commandDescription: () => '',
    visibleGlobalOptions: globalOptionsOf,
  })
  root.addHelpText('beforeAll', ({ command }) => `${command.description()}\n`)
  root.configureOutput({
    writeOut: (text) => io.out.write(text),
    // With --json, main.ts prints the error as JSON and no help is shown.
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

/** After a usage error, names the help instead of printing it, which would hide the error. */
export function pointToHelp(command: Command): void {
  const path: string[] = []
  for (let at: Command | null = command; at; at = at.parent) path.unshift(at.name())
  command.showHelpAfterError(`See: ${path.join(' ')} --help`)
  const refuse = command.error.bind(command)
  command.error = (message, options) =>
    refuse(`${message}${adviceOnExcess(command, options)}`, options)
}

/** Words of this form belong to an option. */
const wordsOfOptions = [
  [/^ver_/, '--verification'],
  [/^[^@]+@[^@]+$/, '--email'],
] as const

/** Some commands take the id of a verification or an address as their argument, others as an option. */
function adviceOnExcess(command: Command, options: ErrorOptions | undefined): string {
  if (options?.code !== 'commander.excessArguments') return ''
  const word = command.args.at(-1) ?? ''
  const [, name] = wordsOfOptions.find(([form]) => form.test(word)) ?? []
  const isThere = command.options.some(({ long }) => long === name)
  return isThere ? `\n(Did you mean ${name} ${word}?)` : ''
}

/** Help text with example commands; printed first. */
export function examples(...lines: readonly string[]): string {
  return `Examples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`
}

/** Global options of every command; --version is for `svc` only. */
function globalOptionsOf(command: Command): Option[] {
  const help = new Help()
  help.showGlobalOptions = true
  return help.visibleGlobalOptions(command).filter(({ long }) => long !== '--version')
}
