// Reads from the index of a write-ahead log which of its frames the server has written, and which of them it may be
// writing into the database (https://sqlite.org/walformat.html). Which ones it has synced is noted beside the folder.

import { readFileSync, writeFileSync } from 'node:fs'

export const walName = 'svc.db-wal'

export interface FrozenWal {
  readonly pageBytes: number
  /** Frames that are committed. */
  readonly committedFrames: number
  /** Of them, those that are surely on disk. Later frames in the file were not confirmed to anybody. */
  readonly syncedFrames: number
  /** Frames whose pages are in the database; a checkpoint of a part of the log does not sync them there. */
  readonly copiedFrames: number
  /** Frames up to here may be in the database without having been synced there. */
  readonly beingCopiedFrames: number
  /** Marks the frames of this run of the log; older frames in the file have another salt. */
  readonly salt: Buffer
}

const walHeaderBytes = 32
const frameHeaderBytes = 24
const headerBytes = 48
const at = { pageBytes: 14, frames: 16, salt: 32, copied: 96, beingCopied: 128 }

/** Returns undefined without a log, and if the index was being written when the server was frozen. */
export function readFrozenWal(folder: string): FrozenWal | undefined {
  const index = readOrEmpty(`${folder}/svc.db-shm`)
  if (index.length < at.beingCopied + 4) return undefined
  const first = index.subarray(0, headerBytes)
  if (!first.equals(index.subarray(headerBytes, 2 * headerBytes))) return undefined
  const committedFrames = index.readUInt32LE(at.frames)
  const copiedFrames = index.readUInt32LE(at.copied)
  const beingCopiedFrames = index.readUInt32LE(at.beingCopied)
  const salt = index.subarray(at.salt, at.salt + 8)
  return {
    pageBytes: index.readUInt16LE(at.pageBytes),
    committedFrames,
    syncedFrames: Math.min(committedFrames, Math.max(readNote(folder, salt), copiedFrames)),
    copiedFrames,
    beingCopiedFrames,
    salt,
  }
}

/** The file in which the server under test notes what it has synced: the salt of the log, and the number of frames. */
export const noteOf = (folder: string) => `${folder}.synced`

export function noteSynced(folder: string, { salt, committedFrames }: FrozenWal): void {
  const note = Buffer.alloc(salt.length + 4)
  salt.copy(note)
  note.writeUInt32LE(committedFrames, salt.length)
  writeFileSync(noteOf(folder), note, { flag: 'r+' })
}

/** Nothing of this run of the log is noted before its first sync. */
function readNote(folder: string, salt: Buffer): number {
  const note = readOrEmpty(noteOf(folder))
  const isOfThisRun = note.subarray(0, salt.length).equals(salt)
  return isOfThisRun ? note.readUInt32LE(salt.length) : 0
}

export function frameStart({ pageBytes }: FrozenWal, frame: number): number {
  return walHeaderBytes + frame * (frameHeaderBytes + pageBytes)
}

/** The number of the page that a frame holds, and the page. */
export function readFrame(log: Buffer, wal: FrozenWal, frame: number) {
  const start = frameStart(wal, frame)
  const content = log.subarray(start + frameHeaderBytes, frameStart(wal, frame + 1))
  return { page: log.readUInt32BE(start), content }
}

export function readOrEmpty(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    return Buffer.alloc(0)
  }
}
