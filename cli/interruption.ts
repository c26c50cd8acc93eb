// Ctrl-C and SIGTERM: the first asks the command to stop, a second one does not ask.

import { CommandError } from './command-error.ts'
import { exitStatus } from './exit-codes.ts'
import type { Shell } from './shell.ts'

export interface Interruption {
  /** Aborts, with a CommandError `interrupted` as its reason, when the command should stop. */
  readonly signal: AbortSignal
  /** Stops listening. */
  end(): void
}

/** A terminal signals every process of its group and npm passes the signal on: one Ctrl-C arrives twice. */
const echoMsMax = 300

export function watchInterruption(shell: Shell): Interruption {
  const controller = new AbortController()
  let firstAt: number | undefined
  const told = () => {
    if (firstAt === undefined) {
      firstAt = shell.clock.now()
      controller.abort(new CommandError('interrupted', 'Interrupted.'))
    } else if (shell.clock.now() - firstAt > echoMsMax) {
      shell.endNow(exitStatus.interrupted)
    }
  }
  const ends = [shell.onSignal('SIGINT', told), shell.onSignal('SIGTERM', told)]
  return {
    signal: controller.signal,
    end() {
      for (const end of ends) end()
    },
  }
}
