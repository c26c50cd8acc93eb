// The log of `svc serve`, on stdout or in a file. At a terminal each line appears at once. Elsewhere lines are gathered
// for up to 50 ms; an error and the end of the process write them at once. Only `kill -9` loses the gathered lines.

import type { Config } from '../../server/config.ts'
import { type Log, type LogLevel, openLog } from '../../server/kernel/log.ts'
import type { CommandContext } from '../context.ts'
import { gatherLines, type LineBuffer } from './line-buffer.ts'
import { openLogFile } from './log-file.ts'

/** Lines in files and pipes that nobody reads at once. */
export interface LogLines extends LineBuffer {
  /** Lines below this level are left out. */
  readonly level: LogLevel
}

/** @throws errors of the file system if the log's file cannot be opened */
export function openLogLines(
  { io, shell }: Pick<CommandContext, 'io' | 'shell'>,
  { level, file }: Pick<Config['log'], 'level' | 'file'>,
): LogLines {
  const write = file === undefined ? (text: string) => io.out.write(text) : fileWriter(file)
  if (file === undefined && io.out.isTerminal) return { level, write, flush() {} }
  const lines = gatherLines(shell.clock, write)
  shell.onExit(lines.flush)
  return { level, ...lines }
}

function fileWriter(file: NonNullable<Config['log']['file']>): (text: string) => void {
  const lostLine = (count: number) => {
    let line = ''
    const log = openLog((text) => {
      line = text
    })
    log.error('log_lines_lost', { count })
    return line
  }
  return openLogFile(file, lostLine).write
}

/** An error is written at once, with the lines before it, since it may be the last that the process says. */
export function openServerLog(lines: LogLines): Log {
  const log = openLog(lines.write, { level: lines.level })
  return {
    ...log,
    error(event, fields, cause) {
      log.error(event, fields, cause)
      lines.flush()
    },
  }
}
