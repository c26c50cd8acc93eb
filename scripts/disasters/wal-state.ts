// Reads from the index of a write-ahead log which of its frames the server has synced, and which of them it may be
// writing into the database (https://sqlite.org/walformat.html).

import { readFileSync } from 'node:fs'

export interface FrozenWal {
  readonly pageBytes: number
  /** Frames that are synced and published. Later frames in the file were not confirmed to anybody. */
  readonly syncedFrames: number
  /** Frames whose pages are in the database and synced there. */
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
  return {
    pageBytes: index.readUInt16LE(at.pageBytes),
    syncedFrames: index.readUInt32LE(at.frames),
    copiedFrames: index.readUInt32LE(at.copied),
    beingCopiedFrames: index.readUInt32LE(at.beingCopied),
    salt: index.subarray(at.salt, at.salt + 8),
  }
}

export function frameStart({ pageBytes }: FrozenWal, frame: number): number {
  return walHeaderBytes + frame * (frameHeaderBytes + pageBytes)
}

export function readOrEmpty(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    return Buffer.alloc(0)
  }
}
