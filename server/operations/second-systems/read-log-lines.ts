// Reads the next lines of the program's log after a cursor, from the rotated files and the current one in order, and
// finds out how much is missing because a file was rotated away before it was shipped.

import type { LogCursor } from './log-cursor.ts'
import { type LogFileOnDisk, listLogFiles, readAt } from './log-files.ts'

export interface NextLines {
  /** Whole lines, each with its line break; empty if there are none yet. */
  readonly lines: readonly string[]
  /** The cursor once these lines are shipped. */
  readonly cursor: LogCursor
  /** The files that there are now, from the first with lines to ship on. */
  readonly seen: LogCursor['seen']
  /** At least so many bytes are gone; 0 if none. */
  readonly missingBytes: number
}

/** About 2,000 lines: a few milliseconds of work between two turns of the event loop. */
const bytesAtOnce = 512 * 1024

/** @throws errors of the file system */
export function readNextLines(path: string, cursor: LogCursor): NextLines {
  const { files, offset, missingBytes } = placeOf(listLogFiles(path), cursor)
  const seen = seenIn(files)
  // The cursor stays at the end of a file that is all shipped until a line of the next one is.
  for (const [index, file] of files.entries()) {
    const from = index === 0 ? offset : 0
    const bytes = wholeLines(file, readAt(file.path, from, bytesAtOnce))
    if (bytes.length === 0) continue
    const shipped = { file: file.id, offset: from + bytes.length }
    const after = { shipped, seen: seen.slice(index) }
    return { lines: linesIn(bytes), cursor: after, seen, missingBytes }
  }
  return { lines: [], cursor: { ...cursor, seen }, seen, missingBytes }
}

/** How many bytes are not shipped yet, and when the first line of them was written, if it says so. */
export interface LogBacklog {
  readonly bytes: number
  readonly oldestAt: number | undefined
}

/** Longer than the level and the time of a line. */
const timeBytesMax = 120

/** @throws errors of the file system */
export function readLogBacklog(path: string, cursor: LogCursor): LogBacklog {
  const { files, offset } = placeOf(listLogFiles(path), cursor)
  const sizes = files.map(({ bytes }, index) => bytes - (index === 0 ? offset : 0))
  const next = sizes.findIndex((bytes) => bytes > 0)
  const file = files[next]
  if (file === undefined) return { bytes: 0, oldestAt: undefined }
  const text = readAt(file.path, next === 0 ? offset : 0, timeBytesMax).toString()
  const time = Date.parse(/^[^\n]*?"time":"([^"\n]+)"/.exec(text)?.[1] ?? '')
  const bytes = sizes.reduce((sum, one) => sum + one, 0)
  return { bytes, oldestAt: Number.isNaN(time) ? undefined : time }
}

interface Place {
  /** The files that hold what is not shipped, the oldest first. */
  readonly files: readonly LogFileOnDisk[]
  /** Where it begins in the first of them. */
  readonly offset: number
  readonly missingBytes: number
}

function placeOf(files: readonly LogFileOnDisk[], { shipped, seen }: LogCursor): Place {
  const at = files.findLastIndex(({ id, bytes }) => id === shipped?.file && bytes >= shipped.offset)
  if (at !== -1) {
    return { files: files.slice(at), offset: shipped?.offset ?? 0, missingBytes: 0 }
  }
  // The oldest file is removed first, so all that exist were written after the ones that are gone.
  const there = new Set(files.map(({ id }) => id))
  const gone = seen.filter(({ file }) => !there.has(file))
  const missingBytes = gone.reduce(
    (sum, { file, bytes }) =>
      sum + (file === shipped?.file ? Math.max(0, bytes - shipped.offset) : bytes),
    0,
  )
  return { files, offset: 0, missingBytes }
}

function seenIn(files: readonly LogFileOnDisk[]): LogCursor['seen'] {
  return files.map(({ id, bytes }) => ({ file: id, bytes }))
}

const lineBreak = 0x0a

/** A file that is no longer written to may end in a torn line, and one line may be longer than what is read at once. */
function wholeLines({ isCurrent }: LogFileOnDisk, bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(lineBreak) + 1
  const isAll = end === 0 && (!isCurrent || bytes.length === bytesAtOnce)
  return isAll ? bytes : bytes.subarray(0, end)
}

function linesIn(bytes: Buffer): readonly string[] {
  const text = bytes.toString()
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
  return lines.map((line) => `${line}\n`)
}
