// The file that keeps heads of the audit log away from the database: a line each, oldest first, never written over.
// A history, because a newest head alone would be replaced by that of a log that was cut, within the hour.

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { toIso } from '../kernel/clock.ts'
import { appendSynced, hasCode, readTail } from './append-file.ts'
import { type AuditHead, parseHead, printHead } from './audit.ts'

/**
 * Adds one line and returns once it is on the disk. Does nothing where the last line has this head already.
 * @throws errors of the file system
 */
export async function appendHead(file: string, head: AuditHead, atMs: number): Promise<void> {
  await appendSynced(file, (tail) =>
    lastHeadIn(tail) === printHead(head) ? '' : `${toIso(atMs)} ${printHead(head)}\n`,
  )
}

/** What was kept last; undefined for a new file, and after a line that was cut short. */
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
 * Line by line, however long the file is; lines that hold no head are passed over. Nothing where no file is set or
 * there is none yet. @throws errors of the file system
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
