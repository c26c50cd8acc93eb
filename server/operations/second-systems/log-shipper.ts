// Ships new lines of the program's log from its files to one target, at least once each and in order. It logs only the
// first failure of several in a row and the recovery, so that it never writes about its own lines.

import { type Clock, toIso } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { describeCopyFailure } from './copy-failure.ts'
import { createCopyLoop } from './copy-loop.ts'
import type { CopyTarget } from './copy-target.ts'
import type { LogCopies } from './log-copies.ts'
import { keepCursor, type LogCursor, type LogTarget, readCursor } from './log-cursor.ts'
import { wholeLine } from './log-line-json.ts'
import { type NextLines, readNextLines } from './read-log-lines.ts'

interface LogShipperNeeds {
  readonly clock: Clock
  readonly log: Log
  /** SVC_LOG_FILE */
  readonly file: string
}

/** What is not shipped when it stops is shipped after the next start. */
export function createLogShipper(
  { clock, log, file }: LogShipperNeeds,
  name: LogTarget,
  target: CopyTarget,
): LogCopies {
  let cursor: LogCursor | undefined

  /** Reads what comes next, and notes which files there are: one that is gone later is missing. */
  async function readNext(): Promise<NextLines> {
    const before = cursor ?? readCursor(file, name)
    const next = readNextLines(file, before)
    const { missingBytes, seen } = next
    if (missingBytes > 0) log.error('log_lines_missing', { target: name, bytes: missingBytes })
    cursor = { ...before, seen }
    const isChanged = namesOf(seen) !== namesOf(before.seen)
    if (missingBytes > 0 || isChanged) await keepCursor(file, name, cursor)
    return next
  }

  return createCopyLoop(clock, {
    look: async () => true,
    async copy() {
      for (;;) {
        const next = await readNext()
        if (next.lines.length === 0) return
        const nowText = toIso(clock.now())
        await target.append(next.lines.map((line) => wholeLine(line, nowText)))
        cursor = next.cursor
        await keepCursor(file, name, cursor)
      }
    },
    onFailure(error) {
      const { fields, bug } = describeCopyFailure(error)
      log.error('log_ship_failed', { target: name, ...target.place, ...fields }, bug)
    },
    onRecovery: (failures) => log.info('log_ship_recovered', { target: name, count: failures }),
    close: () => target.close(),
  })
}

function namesOf(seen: LogCursor['seen']): string {
  return seen.map(({ file }) => file).join()
}
