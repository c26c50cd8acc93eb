// What the commands of backups show while they work.

import type { BackupProgress } from '../../server/backup/backup-work.ts'
import type { UnpackProgress } from '../../server/backup/unpack-backup.ts'
import { progressBar } from '../progress.ts'

export function progressOfBackup({ stage, done, total }: BackupProgress): string {
  switch (stage) {
    case 'copying':
      return 'Copying the database'
    case 'checking':
      return 'Checking the copy'
    case 'images':
      return total === 0 ? `Packing images: ${done}` : `Packing images: ${done} of at most ${total}`
    case 'writing':
      return `Writing  ${progressBar(done, total)}`
  }
}

export function progressOfUnpacking({ stage, done, total }: UnpackProgress): string {
  return stage === 'database'
    ? `Unpacking  ${progressBar(done, total)}`
    : `Unpacking images: ${done} of ${total}`
}
