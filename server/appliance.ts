// The composition root: builds everything the product runs on, once, and hands it on as one value.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config, LoadedSettings, Secrets } from './config.ts'
import { createKeyring, type Keyring } from './crypto/keyring.ts'
import { MasterKeyError, readMasterKey } from './crypto/master-key.ts'
import { findInstance, type Instance, insertInstance } from './db/instance.ts'
import { migrate, readExpectedSchema, schemaVersion } from './db/migrate.ts'
import { migrations } from './db/migrations/index.ts'
import { type OpenedDb, openDb } from './db/open-db.ts'
import { holdServerLock, serverLockFile } from './db/server-lock.ts'
import { type Db, inTransaction } from './db/transaction.ts'
import { type EvidenceFiles, evidenceFiles } from './evidence/evidence-files.ts'
import { createImageReader, type ImageReader } from './evidence/inspect-image.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { newId } from './kernel/ids.ts'
import type { Log } from './kernel/log.ts'
import type { IdentityProvider } from './providers/provider.ts'
import { createProvider } from './providers/provider-registry.ts'

export interface Appliance {
  readonly config: Config
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
  readonly keyring: Keyring
  readonly db: Db
  readonly files: EvidenceFiles
  readonly images: ImageReader
  /** undefined where no partner account is set: live verifications are refused. */
  readonly provider: IdentityProvider | undefined
  /** Tells the job runner that there is work; does nothing where no runner runs. */
  readonly wakeJobs: () => void
  /** The runner, once there is one, asks to be told. */
  onJobsWaiting(wake: () => void): void
  close(): Promise<void>
}

/** What a test may put in the place of the outside world. */
export interface ApplianceParts {
  readonly clock?: Clock
  readonly log: Log
  readonly provider?: IdentityProvider
}

/** Pictures decoded at the same time; each may take a hundred megabytes while it lasts. */
const imageConcurrency = 2

/** @throws MasterKeyError, MigrationError, ServerLockedError: each says what to do. */
export async function openAppliance(
  loaded: Pick<LoadedSettings, 'config' | 'secrets'>,
  parts: ApplianceParts,
): Promise<Appliance> {
  const { config, secrets } = loaded
  const clock = parts.clock ?? systemClock
  const keyring = createKeyring(readMasterKey(config.masterKeyFile))
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const db = openDb(databaseFile(config))
  try {
    await prepareDatabase(db, config, keyring, clock)
  } catch (error) {
    await db.close()
    throw error
  }
  const provider = parts.provider ?? createProvider({ config, secrets, clock, log: parts.log })
  let wake = () => {}
  return {
    config,
    secrets,
    clock,
    log: parts.log,
    keyring,
    db,
    files: evidenceFiles(config.dataDir),
    images: createImageReader({ concurrency: imageConcurrency }),
    provider,
    wakeJobs: () => wake(),
    onJobsWaiting: (told) => {
      wake = told
    },
    async close() {
      await provider?.close()
      await db.close()
    },
  }
}

export function databaseFile(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'svc.db')
}

async function prepareDatabase(
  db: OpenedDb,
  config: Config,
  keyring: Keyring,
  clock: Clock,
): Promise<void> {
  const plan = {
    migrations,
    expectedSchema: readExpectedSchema(),
    backupFolder: join(config.dataDir, 'backups'),
  }
  const version = schemaVersion(db.raw)
  // A database is not touched with the wrong key at hand, nor under a running server of another release.
  if (version > 0) assertMasterKey(await findInstance(db.reader), keyring)
  const isBehind = version < (migrations.at(-1)?.version ?? 0)
  const lock = isBehind ? holdServerLock(serverLockFile(config.dataDir)) : undefined
  try {
    await migrate(db, plan, clock.now())
  } finally {
    lock?.release()
  }
  if (!(await findInstance(db.reader))) await recordInstance(db, keyring, clock)
}

function assertMasterKey(instance: Instance | undefined, keyring: Keyring): void {
  if (!instance || instance.masterKeyId === keyring.masterKeyId) return
  throw new MasterKeyError(
    `the master key has fingerprint ${keyring.masterKeyId}, this database belongs to ${instance.masterKeyId}. Bring back the right key file; nothing can be read without it.`,
  )
}

/** The first start writes down which master key this database belongs to; later ones must bring it. */
async function recordInstance(db: Db, keyring: Keyring, clock: Clock): Promise<void> {
  const nowMs = clock.now()
  const instance = { id: newId('ins', nowMs), masterKeyId: keyring.masterKeyId }
  await inTransaction(db, (trx) => insertInstance(trx, instance, nowMs))
}
