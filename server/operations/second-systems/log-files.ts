// Finds the files of the program's log in the order in which they were written, and tells them apart by their first
// line: names move on with every rotation, and the number of a deleted file's inode is soon given to a new one.

import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { unlessGone } from '../../kernel/unless-gone.ts'

export interface LogFileOnDisk {
  readonly path: string
  /** Hash of the first line, which holds a time to the millisecond. */
  readonly id: string
  readonly bytes: number
  /** Lines are still added to it. */
  readonly isCurrent: boolean
}

/** Longer than the time and the first fields of any line. */
const headBytesMax = 1024

/**
 * Returns the file and the ones that rotation numbered, the oldest first. It does all in one turn of the event loop, so
 * that the server does not rotate meanwhile. A current file without a whole line is left out.
 * @throws errors of the file system, except for files that somebody removes meanwhile
 */
export function listLogFiles(path: string): readonly LogFileOnDisk[] {
  const start = `${basename(path)}.`
  const numbers = namesIn(dirname(path))
    .filter((name) => name.startsWith(start) && /^\d{1,6}$/.test(name.slice(start.length)))
    .map((name) => Number(name.slice(start.length)))
    .toSorted((one, other) => other - one)
  const rotated = numbers.map((number) => examine(join(dirname(path), `${start}${number}`), false))
  return [...rotated, examine(path, true)].filter((file) => file !== undefined)
}

function namesIn(folder: string): readonly string[] {
  return unlessGone(() => readdirSync(folder)) ?? []
}

function examine(path: string, isCurrent: boolean): LogFileOnDisk | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile() || stats.size === 0) return undefined
  const head = readAt(path, 0, headBytesMax)
  const end = head.indexOf('\n')
  if (end === -1 && head.length < headBytesMax && isCurrent) return undefined
  const firstLine = end === -1 ? head : head.subarray(0, end)
  const id = createHash('sha256').update(firstLine).digest('hex').slice(0, 32)
  return { path, id, bytes: stats.size, isCurrent }
}

/** Returns up to `bytesMax` bytes; none if the file is gone. @throws errors of the file system */
export function readAt(path: string, offset: number, bytesMax: number): Buffer {
  const descriptor = unlessGone(() => openSync(path, 'r'))
  if (descriptor === undefined) return Buffer.alloc(0)
  try {
    const bytes = Buffer.alloc(bytesMax)
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytesMax, offset))
  } finally {
    closeSync(descriptor)
  }
}
