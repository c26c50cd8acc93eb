// Appends lines durably to an append-only file. Used for data of the audit log kept outside the database.

import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from '../kernel/has-code.ts'
import { syncFolderIfPossible } from '../kernel/sync.ts'

const readableByOwner = 0o600
/** Longer than any head line (time, sequence number, hash). */
const tailBytesMax = 512

/**
 * Appends the lines that `linesAfter` returns for the end of the file, and resolves once they are on disk. It is one
 * write, so half a line remains only after a power cut or on a full disk; the next call then ends it with a line
 * break. Works on mounts that allow appending only.
 * @throws errors of the file system; ENXIO for a FIFO, which is not supported
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
    const lineBreak = tail === '' || tail.endsWith('\n') ? '' : '\n'
    await handle.appendFile(`${lineBreak}${lines}`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (isNew) await syncFolderIfPossible(dirname(file))
}

/** Returns at most the last 512 bytes of the file. @throws errors of the file system */
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

const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NONBLOCK } = constants
/** O_NONBLOCK: does not wait for a reader if the file is a FIFO. */
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
