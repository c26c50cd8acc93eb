// The log of `svc serve` on stdout. At a terminal each line appears at once. Elsewhere lines are gathered for up to
// 50 ms; an error and the end of the process write them at once. Only `kill -9` loses the gathered lines.

import { type Log, openLog } from '../server/kernel/log.ts'
import type { CommandContext } from './context.ts'
import { gatherLines, type LineBuffer } from './line-buffer.ts'

export function openLogLines({ io, shell }: Pick<CommandContext, 'io' | 'shell'>): LineBuffer {
  const write = (text: string) => io.out.write(text)
  if (io.out.isTerminal) return { write, flush() {} }
  const lines = gatherLines(shell.clock, write)
  shell.onExit(lines.flush)
  return lines
}

/** An error is written at once, with the lines before it, since it may be the last that the process says. */
export function openServerLog(lines: LineBuffer): Log {
  const log = openLog(lines.write)
  return {
    ...log,
    error(event, fields, cause) {
      log.error(event, fields, cause)
      lines.flush()
    },
  }
}
