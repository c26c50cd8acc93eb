// The demo's own key pair of age for its backups, and their folder. An appliance keeps both on other machines.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createIdentity } from '../backup/envelope/age-keys.ts'
import type { Config } from '../config.ts'

/** Creates the files and the folder in the data folder, where they are missing and the settings name no other. */
export async function ensureDemoBackupKey({
  dataDir,
  backup,
  backupRecipient: file,
}: Pick<Config, 'dataDir' | 'backup' | 'backupRecipient'>): Promise<void> {
  const store = join(dataDir, 'backup-store')
  if (backup?.to === store) mkdirSync(store, { recursive: true, mode: 0o700 })
  if (file !== join(dataDir, 'backup-recipient.txt') || existsSync(file)) return
  const { text, recipient } = await createIdentity()
  writeFileSync(join(dataDir, 'backup-identity.txt'), text, { mode: 0o600, flag: 'wx' })
  writeFileSync(file, `${recipient}\n`, { mode: 0o600 })
}
