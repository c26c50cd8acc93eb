// The file that keeps heads of the audit log away from the database: a line each, oldest first, never written over.
// A history, because a newest head alone would be replaced by that of a log that was cut, within the hour.

import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { toIso } from '../kernel/clock.ts'
import { type AuditHead, parseHead, printHead } from './audit.ts'

const readableByOwner = 0o600
/** Longer than a line ever is: time, sequence number, hash. */
const tailBytesMax = 512

/**
 * Adds one line and returns once it is on the disk. One write at the end of the file, so that nobody reads half a
 * line but after a power cut: such a rest is closed by a line end of its own and passed over. Works on mounts that
 * allow appending and nothing else. Does nothing where the last line has this head already.
 * @throws errors of the file system
 */
export async function appendHead(file: string, head: AuditHead, atMs: number): Promise<void> {
  const { handle, isNew } = await openForAppending(file)
  try {
    const tail = isNew ? '' : await readTail(file)
    if (lastHeadIn(tail) === printHead(head)) return
    const rest = tail === '' || tail.endsWith('\n') ? '' : '\n'
    await handle.appendFile(`${rest}${toIso(atMs)} ${printHead(head)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (isNew) await syncFolder(dirname(file))
}

async function openForAppending(
  file: string,
): Promise<{ readonly handle: FileHandle; readonly isNew: boolean }> {
  try {
    return { handle: await open(file, 'ax', readableByOwner), isNew: true }
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    return { handle: await open(file, 'a'), isNew: false }
  }
}

async function readTail(file: string): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, tailBytesMax)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
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

/** A new name is on the disk once its folder is. Some network mounts know no such thing. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    if (!hasCode(error, 'EINVAL') && !hasCode(error, 'ENOTSUP')) throw error
  } finally {
    await handle.close()
  }
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

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
