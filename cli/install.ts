// Makes the master key, the data folder and its database, where they are missing. The only place of the
// product, beside the demo, that makes a master key.

import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { databaseFile, openAppliance } from '../server/appliance.ts'
import type { AuditOrigin } from '../server/audit/audit.ts'
import type { Config, LoadedSettings } from '../server/config.ts'
import { createMasterKey, readMasterKey } from '../server/crypto/master-key.ts'
import { silentLog } from '../server/kernel/log.ts'
import { type IssuedLink, issueSetupLink } from '../server/staff/links.ts'
import { CommandError } from './command-error.ts'
import { namingDatabase } from './installed.ts'

export type InstalledPart = 'config_file' | 'master_key' | 'data_dir' | 'database'

/** What stands now, and which of it was made just now. */
export interface Installed {
  readonly data_dir: string
  readonly master_key_file: string
  readonly master_key_fingerprint: string
  readonly created: readonly InstalledPart[]
}

export interface Installing {
  readonly installed: Installed
  /** For the terminal alone: whoever opens it becomes the first administrator. */
  readonly setupLink: IssuedLink | undefined
}

/** @throws CommandError `precondition_failed`, MasterKeyError, MigrationError */
export async function install(loaded: LoadedSettings, origin: AuditOrigin): Promise<Installing> {
  const { config } = loaded
  const isMissing: Readonly<Record<Exclude<InstalledPart, 'config_file'>, boolean>> = {
    master_key: !existsSync(config.masterKeyFile),
    data_dir: !existsSync(config.dataDir),
    database: !existsSync(databaseFile(config)),
  }
  if (isMissing.master_key && !isMissing.database) throw keyIsGone(config)
  const masterKey = isMissing.master_key
    ? makeMasterKey(config)
    : readMasterKey(config.masterKeyFile)
  // Opening makes the folder and the database, and records the fingerprint of the key.
  const appliance = await namingDatabase(loaded, () => openAppliance(loaded, { log: silentLog }))
  try {
    const installed = {
      data_dir: config.dataDir,
      master_key_file: config.masterKeyFile,
      master_key_fingerprint: masterKey.fingerprint,
      created: (['master_key', 'data_dir', 'database'] as const).filter((part) => isMissing[part]),
    }
    const isFirst = isMissing.database
    const setupLink = isFirst ? await issueSetupLink(appliance, origin) : undefined
    return { installed, setupLink }
  } finally {
    await appliance.close()
  }
}

function makeMasterKey({ masterKeyFile }: Pick<Config, 'masterKeyFile'>) {
  mkdirSync(dirname(masterKeyFile), { recursive: true, mode: 0o700 })
  return createMasterKey(masterKeyFile)
}

/** A new key beside an old database would lock away for good what is in it. */
function keyIsGone({ dataDir, masterKeyFile }: Config): CommandError {
  return new CommandError(
    'precondition_failed',
    `There is a database in ${dataDir}, but its master key ${masterKeyFile} is missing. ` +
      'Bring the key back from your escrow copy, or say where it is with --master-key-file. ' +
      'A new key could read nothing of what is there, so none was made.',
  )
}
