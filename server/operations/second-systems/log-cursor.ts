// How far the program's log has been shipped to a target. It is kept in a small file beside the log, not in the
// database, because the log has to arrive also when the database is what is broken.

import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { replaceFile, syncFolderIfPossible } from '../../kernel/sync.ts'
import { tryJson } from '../../kernel/try-json.ts'
import { unlessGone } from '../../kernel/unless-gone.ts'

/** A second system that the program's log is shipped to. */
export const logTargets = ['syslog', 'webhook'] as const
export type LogTarget = (typeof logTargets)[number]

const cursorSchema = z.object({
  /** The file whose lines were shipped last, and the end of the last of them. Null before the first. */
  shipped: z.object({ file: z.string(), offset: z.number().int().min(0) }).nullable(),
  /** The files that were seen last, from that one on, with their sizes: they say how much is missing if one is gone. */
  seen: z.array(z.object({ file: z.string(), bytes: z.number().int().min(0) })),
})
export type LogCursor = z.output<typeof cursorSchema>

const nothingShipped: LogCursor = { shipped: null, seen: [] }

function cursorFile(logFile: string, target: LogTarget): string {
  return `${logFile}.shipped-${target}`
}

/**
 * Returns `nothingShipped` if there is no cursor, or an unreadable one: then lines come twice, but none is left out.
 * @throws errors of the file system
 */
export function readCursor(logFile: string, target: LogTarget): LogCursor {
  const text = unlessGone(() => readFileSync(cursorFile(logFile, target), 'utf8'))
  return cursorSchema.safeParse(tryJson(text ?? '')).data ?? nothingShipped
}

/**
 * Resolves once the cursor is on disk. Whenever the process ends, there is the old one or the new.
 * @throws errors of the file system
 */
export async function keepCursor(
  logFile: string,
  target: LogTarget,
  cursor: LogCursor,
): Promise<void> {
  const file = cursorFile(logFile, target)
  await replaceFile(file, `${JSON.stringify(cursor)}\n`, 0o640)
  // Without it a power cut may bring back the old cursor, and lines come twice.
  await syncFolderIfPossible(dirname(file))
}
