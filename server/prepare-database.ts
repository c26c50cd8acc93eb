// Brings the database to the schema of this release and records, at the first start, which master key it belongs to.

import { join } from 'node:path'
import type { Config } from './config.ts'
import { chooseMasterKey, type OfferedKeys, unfinishedChange } from './crypto/master-key-source.ts'
import { createPurposeKeys } from './data-keys/create-purpose-keys.ts'
import { refuseMovedDatabase } from './db/database-move.ts'
import { findInstance, insertInstance } from './db/instance.ts'
import { migrate, readExpectedSchema } from './db/migrate.ts'
import { migrations } from './db/migrations/index.ts'
import type { OpenedDatabase } from './db/open-database.ts'
import { holdServerLock, serverLockFile } from './db/server-lock.ts'
import { inTransaction } from './db/transaction.ts'
import type { Clock } from './kernel/clock.ts'
import { newId } from './kernel/ids.ts'
import type { Log } from './kernel/log.ts'

interface PrepareNeeds {
  readonly db: OpenedDatabase
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  /** Whether what older releases need may be removed, on a database that nodes share. */
  readonly contracts?: boolean | undefined
}

/** @throws MasterKeyError, MigrationError, ServerLockedError, DatabaseMovedError */
export async function prepareDatabase(needs: PrepareNeeds, offered: OfferedKeys): Promise<void> {
  const { db, config, clock } = needs
  const plan = {
    migrations,
    expectedSchema: readExpectedSchema(db.dialect),
    backupFolder: join(config.dataDir, 'backups'),
    contracts: needs.contracts ?? false,
  }
  const version = await db.schema.version()
  // Never migrate with the wrong master key or while a server of another release is running.
  if (version > 0) await assertMasterKey(needs, offered)
  const isBehind = version < (migrations.at(-1)?.version ?? 0)
  // Of several nodes each may go on working.
  const isExclusive = isBehind && db.dialect === 'sqlite'
  const lock = isExclusive ? holdServerLock(serverLockFile(config.dataDir)) : undefined
  try {
    await migrate(db, plan, clock.now())
  } finally {
    lock?.release()
  }
  await refuseMovedDatabase(db.reader)
  if (!(await findInstance(db.reader))) await recordInstance(needs, offered)
}

/** Logs what to do if a change of the master key was left unfinished. @throws MasterKeyError */
async function assertMasterKey({ db, log }: PrepareNeeds, offered: OfferedKeys): Promise<void> {
  const instance = await findInstance(db.reader)
  const chosen = chooseMasterKey(offered, instance?.masterKeyId)
  const advice = instance && unfinishedChange(offered, chosen)
  if (advice === undefined) return
  const { key, source } = chosen
  log.warn('master_key_change_unfinished', {
    fingerprint: key.fingerprint,
    path: source,
    reason: advice,
  })
}

async function recordInstance({ db, clock }: PrepareNeeds, offered: OfferedKeys): Promise<void> {
  const nowMs = clock.now()
  const { key } = chooseMasterKey(offered, undefined)
  const instance = { id: newId('ins', nowMs), masterKeyId: key.fingerprint }
  await inTransaction(db, async (trx) => {
    await insertInstance(trx, instance, nowMs)
    await createPurposeKeys(trx, key, nowMs)
  })
}
