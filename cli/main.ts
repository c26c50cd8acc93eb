// One run of `svc`: builds the command tree, parses the arguments, runs the command and turns errors into an
// exit status. The launcher passes the real environment and shell, tests pass their own.

import { setImmediate } from 'node:timers/promises'
import { type Command, CommanderError } from 'commander'
import { productVersion } from '../server/product-version.ts'
import { CommandError } from './command-error.ts'
import type { CommandContext } from './context.ts'
import { type ExitStatus, exitStatus } from './exit-codes.ts'
import { topicNames } from './guide/read-guide.ts'
import { watchInterruption } from './interruption.ts'
import { type Io, openIo } from './io.ts'
import { withoutPlaceOptions } from './named-command.js'
import { type CommandNames, withPlace } from './place-hints.ts'
import { addCommands } from './program.ts'
import { reportError } from './report-error.ts'
import { createRoot, type GlobalOptions, speakThrough } from './root-command.ts'
import { openCliSession } from './session.ts'
import { ownShell, type Shell } from './shell.ts'

/** `argv` begins with the first argument. Never throws; never ends the program. */
export async function main(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  shell: Shell = ownShell(),
): Promise<number> {
  const root = createRoot(productVersion())
  const options = () => root.opts<GlobalOptions>()
  const interruption = watchInterruption(shell)
  const io = openIo(shell, env, options, interruption.signal, (text) =>
    withPlace({ place: options() }, namesOf(root), text),
  )
  const session = openCliSession(env, options, shell.clock)
  let status: ExitStatus = exitStatus.ok
  const context: CommandContext = {
    io,
    session,
    shell,
    env,
    interrupted: interruption.signal,
    finish: (chosen) => {
      status = chosen
    },
  }
  speakThrough(root, io)
  addCommands(root, context)
  try {
    await root.parseAsync(withHelpOption(root, argv), { from: 'user' })
  } catch (error) {
    status = statusOfError(io, await session.named(error))
  } finally {
    interruption.end()
    await session.close()
  }
  return (await statusOfOutput(io)) ?? status
}

function namesOf(root: Command): CommandNames {
  return new Map(root.commands.map((one) => [one.name(), one.commands.map((sub) => sub.name())]))
}

/** Reports that stdout could not be written. */
async function statusOfOutput(io: Io): Promise<ExitStatus | undefined> {
  // A file's error arrives after the write has returned.
  await setImmediate()
  const { fault } = io.out
  if (fault === undefined) return undefined
  const { message, code, syscall } = fault
  const error = new Error(`Standard output cannot be written: ${message}`)
  return reportError(io, Object.assign(error, { code, syscall }))
}

/** Turns no arguments, `help a b` and `a help b` into --help, unless a page of the guide is asked for. */
function withHelpOption(root: Command, argv: readonly string[]): readonly string[] {
  if (argv.length === 0) return ['--help']
  const words = withoutPlaceOptions(argv)
  if (asksForPage(root, words)) return words
  const at = words.slice(0, 2).indexOf('help')
  const asked = at === -1 ? argv : [...words.toSpliced(at, 1), '--help']
  // For an unknown command Commander would show its parent's help and report success.
  return beginsWithCommand(root, asked)
    ? asked
    : asked.filter((word) => word !== '--help' && word !== '-h')
}

/** Whether the words are `help` and one more, which names a page of the guide or no command. */
function asksForPage(root: Command, argv: readonly string[]): boolean {
  const [name, word = '', ...more] = argv.filter((one) => !one.startsWith('-'))
  if (name !== 'help' || word === '' || more.length > 0) return false
  return topicNames().includes(word) || !root.commands.some((one) => one.name() === word)
}

/** Whether the words before the first option name a command. */
function beginsWithCommand(root: Command, words: readonly string[]): boolean {
  let command = root
  for (const word of words) {
    if (word.startsWith('-') || command.commands.length === 0) return true
    const next = command.commands.find((one) => one.name() === word)
    if (next === undefined) return false
    command = next
  }
  return true
}

function statusOfError(io: Io, error: unknown): ExitStatus {
  if (!(error instanceof CommanderError)) return reportError(io, error)
  const isHelp = error.code === 'commander.help'
  if (error.exitCode === 0) return exitStatus.ok
  // Commander has printed the error as text already, but not as JSON.
  if (io.isJson) {
    const message = isHelp
      ? 'A command is missing.'
      : error.message.replace(/^error: /, '').replace('\n', ' ')
    reportError(io, new CommandError('usage', message))
  }
  return exitStatus.usage
}
