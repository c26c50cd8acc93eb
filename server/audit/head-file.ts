// The file that keeps heads of the audit log outside the database: one line each, oldest first, never overwritten.
// It keeps the history, because a single head would be replaced within the hour by that of a truncated log.

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { toIso } from '../kernel/clock.ts'
import { hasCode } from '../kernel/has-code.ts'
import { appendSynced, readTail } from './append-file.ts'
import { type AuditHead, parseHead, printHead } from './audit.ts'

/**
 * Appends a line and resolves once it is on disk. Does nothing if the last line has this head already.
 * @throws errors of the file system
 */
export async function appendHead(file: string, head: AuditHead, atMs: number): Promise<void> {
  await appendSynced(file, (tail) =>
    lastHeadIn(tail) === printHead(head) ? '' : `${toIso(atMs)} ${printHead(head)}\n`,
  )
}

/** Returns the last head in the file; undefined for a new file, and if the last line is incomplete. */
export async function readLastHead(file: string): Promise<AuditHead | undefined> {
  const tail = await readTail(file).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return ''
    throw error
  })
  return parseHead(lastHeadIn(tail) ?? '')
}

function lastHeadIn(tail: string): string | undefined {
  if (!tail.endsWith('\n')) return undefined
  return tail.trimEnd().split('\n').at(-1)?.split(' ')[1]
}

/**
 * Yields the heads in the file, line by line; skips lines without a head. Yields nothing without a file.
 * @throws errors of the file system
 */
export async function* readHeads(file: string | undefined): AsyncGenerator<AuditHead> {
  if (file === undefined) return
  const input = createReadStream(file, { encoding: 'utf8' })
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const head = parseHead(line.split(' ').at(-1) ?? '')
      if (head !== undefined) yield head
    }
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  } finally {
    input.destroy()
  }
}
