// Ctrl-C and SIGTERM: the first asks the command to stop, the second ends it at once.

import { CommandError } from './command-error.ts'
import { exitStatus } from './exit-codes.ts'
import type { Shell } from './shell.ts'

interface Interruption {
  /** Aborts when the command should stop; its reason is a CommandError `interrupted`. */
  readonly signal: AbortSignal
  /** Stops listening. */
  end(): void
}

/** One Ctrl-C arrives twice: the terminal signals every process of its group, and npm passes the signal on. */
const echoMsMax = 300

export function watchInterruption(shell: Shell): Interruption {
  const controller = new AbortController()
  let firstAt: number | undefined
  const onStop = () => {
    if (firstAt === undefined) {
      firstAt = shell.clock.now()
      controller.abort(new CommandError('interrupted', 'Interrupted.'))
    } else if (shell.clock.now() - firstAt > echoMsMax) {
      shell.endNow(exitStatus.interrupted)
    }
  }
  const ends = [shell.onSignal('SIGINT', onStop), shell.onSignal('SIGTERM', onStop)]
  return {
    signal: controller.signal,
    end() {
      for (const end of ends) end()
    },
  }
}
