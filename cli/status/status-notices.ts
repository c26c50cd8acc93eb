// What `svc status` says of an installation that is well and should not stay as it is.

import type { BackupStatus } from '../../server/backup/backup-policy.ts'
import type { Config } from '../../server/config.ts'
import type { Dialect } from '../../server/kernel/dialect.ts'

export type StatusNotice = 'no_backups'

export const noticeTexts: Readonly<Record<StatusNotice, string>> = {
  no_backups:
    'No backup is set up: whoever loses this disk loses every verification. Set SVC_BACKUP_TO and SVC_BACKUP_RECIPIENT: svc help backup',
}

/** A demo holds nothing to lose, and with PostgreSQL its own means make the backups. */
export function noticesOf(
  { profile }: Pick<Config, 'profile'>,
  {
    dialect,
    backups,
  }: { readonly dialect: Dialect; readonly backups: Pick<BackupStatus, 'state'> },
): readonly StatusNotice[] {
  const lacksBackups = profile === 'appliance' && backups.state === 'not_set_up'
  return lacksBackups && dialect === 'sqlite' ? ['no_backups'] : []
}
