// Creates the master key, the data folder and its database if they are missing. Only this file and the demo
// create a master key.

import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { openAppliance } from '../../server/appliance.ts'
import type { AuditOrigin } from '../../server/audit/audit.ts'
import type { Config, LoadedSettings } from '../../server/config.ts'
import { createMasterKey } from '../../server/crypto/master-key.ts'
import {
  chooseMasterKey,
  readOfferedKeys,
  sourceKindOf,
  sourceText,
} from '../../server/crypto/master-key-source.ts'
import { silentLog } from '../../server/kernel/log.ts'
import type { IssuedLink } from '../../server/users/user.ts'
import { issueSetupLink } from '../../server/users/user-links.ts'
import { CommandError } from '../command-error.ts'
import { hasTables, namingDatabase, refuseRemains } from '../installed.ts'

export type InstalledPart = 'config_file' | 'master_key' | 'data_dir' | 'database'

/** The installation, and which parts of it were created by this run. */
export interface Installed {
  readonly data_dir: string
  readonly master_key_file: string
  readonly master_key_fingerprint: string
  readonly created: readonly InstalledPart[]
}

interface Installing {
  readonly installed: Installed
  /** To be shown on the terminal only: whoever opens it becomes the first administrator. */
  readonly setupLink: IssuedLink | undefined
}

/** @throws CommandError `precondition_failed`, MasterKeyError, MigrationError */
export async function install(loaded: LoadedSettings, origin: AuditOrigin): Promise<Installing> {
  const { config } = loaded
  const isFile = sourceKindOf(config) === 'file'
  const isMissing: Readonly<Record<Exclude<InstalledPart, 'config_file'>, boolean>> = {
    master_key: isFile && !existsSync(config.masterKeyFile),
    data_dir: !existsSync(config.dataDir),
    database: !(await hasTables(loaded)),
  }
  if (isMissing.database && config.postgres === undefined) refuseRemains(config)
  if (isMissing.master_key && !isMissing.database) throw missingMasterKey(config)
  const masterKey = isMissing.master_key
    ? makeMasterKey(config)
    : chooseMasterKey(await readOfferedKeys(config), undefined).key
  const parts = { log: silentLog, migratesAsOwner: true }
  // Opening makes the folder and the database, and records the fingerprint of the key.
  const appliance = await namingDatabase(loaded, () => openAppliance(loaded, parts))
  try {
    const installed = {
      data_dir: config.dataDir,
      master_key_file: sourceText(config),
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

/** A new key could not decrypt an existing database. */
function missingMasterKey({ dataDir, masterKeyFile, postgres }: Config): CommandError {
  return new CommandError(
    'precondition_failed',
    `There is a database in ${postgres ?? dataDir}, but its master key ${masterKeyFile} is missing. ` +
      'Restore the key from your escrow copy, or name its file with --master-key-file. ' +
      'No new key was created, since it could not decrypt this database.',
  )
}
