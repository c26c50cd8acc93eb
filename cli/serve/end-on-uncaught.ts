// Ends a server after an error that nobody caught, once the log says so.

import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { type LogLines, openServerLog } from './server-log.ts'

/** How long a program that fails waits for a slow reader of its log, who would otherwise not learn why it ended. */
const readerWaitMs = 1000

/** Ends the program after an uncaught error, since its state is unknown; a supervisor starts it again. */
export function endOnUncaught(
  { io, shell }: Pick<CommandContext, 'io' | 'shell'>,
  lines: LogLines,
): () => void {
  const log = openServerLog(lines)
  return shell.onUncaught((kind, error) => {
    log.error(kind, {}, error)
    const end = () => shell.endNow(exitStatus.failed)
    const cancel = shell.clock.after(readerWaitMs, end)
    io.out.whenTaken(() => {
      cancel()
      end()
    })
  })
}
