// Finds out whether the data folder can be written and, if not, why: with a plain kind and the path instead of a
// system error code.

import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../kernel/has-code.ts'

export interface StorageFault {
  readonly kind: 'missing' | 'not_a_folder' | 'read_only' | 'foreign_owner' | 'mode'
  /** The data folder, or what is in it. */
  readonly path: string
  readonly dataDir: string
}

/** Returns the first fault; undefined if the folder can be written. Changes nothing. */
export async function findStorageFault({
  dataDir,
}: {
  readonly dataDir: string
}): Promise<StorageFault | undefined> {
  const folder = await faultOf(dataDir, 'folder')
  if (folder !== undefined) return { ...folder, dataDir }
  const parts = ['svc.db', 'svc.db-wal', 'svc.db-shm', 'staging', 'images']
  for (const part of parts) {
    const fault = await faultOf(join(dataDir, part), 'either')
    // Missing files are created when they are needed.
    if (fault !== undefined && fault.kind !== 'missing') return { ...fault, dataDir }
  }
  return undefined
}

async function faultOf(
  path: string,
  expected: 'folder' | 'either',
): Promise<Omit<StorageFault, 'dataDir'> | undefined> {
  const stats = await stat(path).catch((error: unknown) => codeOf(error) || 'UNKNOWN')
  if (typeof stats === 'string') {
    const kind = stats === 'EACCES' ? 'mode' : 'missing'
    return { kind, path }
  }
  const isFolder = stats.isDirectory()
  if (expected === 'folder' && !isFolder) return { kind: 'not_a_folder', path }
  const rights = isFolder ? constants.W_OK | constants.X_OK : constants.W_OK | constants.R_OK
  const refusal = await access(path, rights).catch((error: unknown) => codeOf(error) || 'UNKNOWN')
  if (refusal === undefined) return undefined
  if (refusal === 'EROFS') return { kind: 'read_only', path }
  return { kind: stats.uid === process.geteuid?.() ? 'mode' : 'foreign_owner', path }
}
