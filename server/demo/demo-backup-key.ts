// The demo's own key pair of age for its backups. An appliance keeps the secret key on another machine.

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createIdentity } from '../backup/age-keys.ts'
import type { Config } from '../config.ts'

/** Creates both files in the data folder, where they are missing and no other recipient is set. */
export async function ensureDemoBackupKey({
  dataDir,
  backupRecipient: file,
}: Pick<Config, 'dataDir' | 'backupRecipient'>): Promise<void> {
  if (file !== join(dataDir, 'backup-recipient.txt') || existsSync(file)) return
  const { text, recipient } = await createIdentity()
  writeFileSync(join(dataDir, 'backup-identity.txt'), text, { mode: 0o600, flag: 'wx' })
  writeFileSync(file, `${recipient}\n`, { mode: 0o600 })
}
