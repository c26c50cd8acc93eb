// Adds lines to a file that is only ever added to, safely: what the audit log keeps away from the database.

import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'

const readableByOwner = 0o600
/** Longer than a line with a head ever is: time, sequence number, hash. */
const tailBytesMax = 512

/**
 * Adds the lines that `linesAfter` makes, shown the end of the file, and returns once they are on the disk. One write
 * at the end of the file, so that nobody reads half a line but after a power cut or on a full disk: such a rest is
 * closed by a line end of its own. Works on mounts that allow appending and nothing else.
 * @throws errors of the file system; ENXIO for a FIFO, which this is not for
 */
export async function appendSynced(
  file: string,
  linesAfter: (tail: string) => string,
): Promise<void> {
  const { handle, isNew } = await openForAppending(file)
  try {
    const tail = isNew ? '' : await readTail(file)
    const lines = linesAfter(tail)
    if (lines === '') return
    const rest = tail === '' || tail.endsWith('\n') ? '' : '\n'
    await handle.appendFile(`${rest}${lines}`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (isNew) await syncFolder(dirname(file))
}

/** The end of the file. @throws errors of the file system */
export async function readTail(file: string): Promise<string> {
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

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NONBLOCK } = constants
/** Not to wait for a reader, should a FIFO stand there. */
const toAppend = O_WRONLY | O_APPEND | O_NONBLOCK

async function openForAppending(
  file: string,
): Promise<{ readonly handle: FileHandle; readonly isNew: boolean }> {
  try {
    const handle = await open(file, toAppend | O_CREAT | O_EXCL, readableByOwner)
    return { handle, isNew: true }
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    return { handle: await open(file, toAppend | O_CREAT, readableByOwner), isNew: false }
  }
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
