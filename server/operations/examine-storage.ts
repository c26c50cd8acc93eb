// Whether the data folder can be written, and what is the matter where it cannot: named as what it is, with
// the path, so that nobody has to guess from a code of the system.

import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface StorageFault {
  readonly kind: 'missing' | 'not_a_folder' | 'read_only' | 'foreign_owner' | 'mode'
  readonly path: string
  /** Of the path; undefined where it is missing. */
  readonly ownerId: number | undefined
  /** Of this process; undefined where the system has no such numbers. */
  readonly userId: number | undefined
}

/** The first thing in the way of writing; undefined where there is none. Changes nothing. */
export async function findStorageFault({
  dataDir,
}: {
  readonly dataDir: string
}): Promise<StorageFault | undefined> {
  const folder = await faultOf(dataDir, 'folder')
  if (folder !== undefined) return folder
  const parts = ['svc.db', 'svc.db-wal', 'svc.db-shm', 'staging', 'evidence']
  for (const part of parts) {
    const fault = await faultOf(join(dataDir, part), 'either')
    // What is not there is made when it is needed.
    if (fault !== undefined && fault.kind !== 'missing') return fault
  }
  return undefined
}

async function faultOf(
  path: string,
  expected: 'folder' | 'either',
): Promise<StorageFault | undefined> {
  const userId = process.geteuid?.()
  const found = await stat(path).catch((error: unknown) => codeOf(error))
  if (typeof found === 'string') {
    const kind = found === 'EACCES' ? 'mode' : 'missing'
    return { kind, path, ownerId: undefined, userId }
  }
  const ownerId = found.uid
  const isFolder = found.isDirectory()
  if (expected === 'folder' && !isFolder) return { kind: 'not_a_folder', path, ownerId, userId }
  const rights = isFolder ? constants.W_OK | constants.X_OK : constants.W_OK | constants.R_OK
  const refusal = await access(path, rights).catch((error: unknown) => codeOf(error))
  if (refusal === undefined) return undefined
  if (refusal === 'EROFS') return { kind: 'read_only', path, ownerId, userId }
  return { kind: ownerId === userId ? 'mode' : 'foreign_owner', path, ownerId, userId }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
}
