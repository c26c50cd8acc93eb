// One run of `svc`: builds the command tree, parses, does, and turns whatever went wrong into an exit
// status. The launcher calls it with this program's own surroundings, tests with theirs.

import { CommanderError } from 'commander'
import { CommandError } from './command-error.ts'
import type { Context } from './context.ts'
import { type ExitStatus, exitStatus } from './exit-codes.ts'
import { watchInterruption } from './interruption.ts'
import { type Io, openIo } from './io.ts'
import { productVersion } from './product-version.ts'
import { addCommands } from './program.ts'
import { reportError } from './report-error.ts'
import { createRoot, type GlobalOptions, speakThrough } from './root-command.ts'
import { openSession } from './session.ts'
import { ownShell, type Shell } from './shell.ts'

/** `argv` begins with the first argument. Never throws; never ends the program. */
export async function main(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  shell: Shell = ownShell(),
): Promise<number> {
  const root = createRoot(productVersion())
  const options = () => root.opts<GlobalOptions>()
  const io = openIo(shell, env, options)
  const session = openSession(env, options)
  const interruption = watchInterruption(shell)
  let status: ExitStatus = exitStatus.ok
  const context: Context = {
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
    await root.parseAsync(asOptions(argv), { from: 'user' })
    return status
  } catch (error) {
    return conclude(io, error)
  } finally {
    interruption.end()
    await session.close()
  }
}

/** Nothing at all, `help a b` and `a help b` ask for help. */
function asOptions(argv: readonly string[]): readonly string[] {
  if (argv.length === 0) return ['--help']
  const at = argv.slice(0, 2).indexOf('help')
  return at === -1 ? argv : [...argv.toSpliced(at, 1), '--help']
}

function conclude(io: Io, error: unknown): ExitStatus {
  if (!(error instanceof CommanderError)) return reportError(io, error)
  const isHelp = error.code === 'commander.help'
  if (error.exitCode === 0) return exitStatus.ok
  // Commander has told people already; programs have not been told.
  if (io.isJson) {
    const message = isHelp
      ? 'A command is missing.'
      : error.message.replace(/^error: /, '').replace('\n', ' ')
    reportError(io, new CommandError('usage', message))
  }
  return exitStatus.usage
}
