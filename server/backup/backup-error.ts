// The error of backups and restores: a reason for programs, and a message that says what to do.

import { describeRefusedPath } from '../kernel/refused-path.ts'

/** Values are stored and therefore never renamed. */
export type BackupReason =
  | 'not_set_up'
  | 'recipient_unusable'
  | 'identity_unusable'
  | 'wrong_identity'
  | 'wrong_master_key'
  | 'damaged'
  | 'incomplete'
  | 'database_damaged'
  | 'not_decryptable'
  | 'newer_release'
  | 'not_found'
  | 'target_unreachable'
  | 'target_unusable'
  | 'place_missing'
  | 'place_unmarked'
  | 'other_copy'
  | 'other_installation'
  | 'images_unreachable'
  | 'disk_full'
  | 'disk_low'
  | 'already_running'
  | 'target_exists'
  | 'interrupted'
  | 'failed'

/** The reasons that say that the place itself is not the right one, and not that a backup failed there. */
const placeReasons: readonly BackupReason[] = [
  'place_missing',
  'place_unmarked',
  'other_copy',
  'other_installation',
]

export function isPlaceFault(reason: BackupReason | undefined): boolean {
  return reason !== undefined && placeReasons.includes(reason)
}

export class BackupError extends Error {
  readonly reason: BackupReason

  constructor(reason: BackupReason, message: string) {
    super(message)
    this.name = 'BackupError'
    this.reason = reason
  }
}

/**
 * Returns the error with a reason. Of an error of the system the message has the code, never a host, and a path only
 * where it was refused: the message is for the operator, logs get the reason.
 * @param dataDir as describeRefusedPath takes it
 */
export function backupErrorOf(error: unknown, dataDir?: string): BackupError {
  if (error instanceof BackupError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (
    code === 'ENOSPC' ||
    code === 'EFBIG' ||
    code === 'EDQUOT' ||
    code?.startsWith('SQLITE_FULL')
  ) {
    const message =
      'A disk is full: that of the data folder, where the copy is made, or that of SVC_BACKUP_TO. Make room there (df), or name another place.'
    return new BackupError('disk_full', message)
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR') {
    const message =
      describeRefusedPath(error, dataDir) ??
      'The place of the backups cannot be written by the user that the server runs as.'
    return new BackupError('target_unusable', message)
  }
  const isDamage = code?.startsWith('SQLITE_CORRUPT') === true || code === 'SQLITE_NOTADB'
  if (isDamage) {
    const message =
      'The database is damaged: SQLite cannot read all of it. Keep the backups that you have.'
    return new BackupError('database_damaged', message)
  }
  const text = error instanceof Error ? error.name : typeof error
  return new BackupError('failed', `The backup failed: ${code ?? text}.`)
}

export function alteredBackup(): BackupError {
  return new BackupError(
    'damaged',
    'The backup is not what its manifest says: it was damaged or altered. Take another one (svc backup list).',
  )
}
