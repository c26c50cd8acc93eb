// Checks that an installation is complete before it is opened, and says what is missing.

import { closeSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config, LoadedSettings } from '../server/config.ts'
import { type MasterKeySettings, sourceKindOf } from '../server/crypto/master-key-source.ts'
import { storageTroubleOf } from '../server/db/storage-trouble.ts'
import { describeRefusedPath } from '../server/kernel/refused-path.ts'
import { findRemains } from '../server/operations/find-remains.ts'
import { findStorageFault } from '../server/operations/status/examine-storage.ts'
import { CommandError } from './command-error.ts'
import { commandToCopy } from './command-to-copy.ts'
import { demoCommand } from './demo-command.ts'
import type { HasPlace } from './place.ts'
import { isDatabaseDamage } from './system-verdicts.ts'
import { storageFaultText } from './text/storage-text.ts'

type Loaded = Pick<LoadedSettings, 'config' | 'secrets'>

/**
 * Opening would create missing files, so that a mistyped folder would become an installation.
 * @throws CommandError `not_initialised`, `precondition_failed`
 */
export async function requireInstalled(loaded: Loaded, session: HasPlace): Promise<void> {
  const { config } = loaded
  if (!(await hasTables(loaded))) refuseMissing(config, session)
  await requireDemoData(config)
  const fault = faultOfMasterKeyFile(config)
  if (fault !== undefined) throw new CommandError('precondition_failed', fault)
}

/**
 * For commands that need the SQLite file alone.
 * @throws CommandError `not_initialised`, `precondition_failed`
 */
export async function requireDatabaseFile(config: Config, session: HasPlace): Promise<void> {
  if (!(await hasDatabase(config))) refuseMissing(config, session)
}

function refuseMissing(config: Config, session: HasPlace): never {
  if (config.postgres === undefined) refuseRemains(config)
  throw missingDatabase(config, session)
}

/** @throws CommandError `precondition_failed` if the folder has files of an appliance whose database is gone */
export function refuseRemains({ dataDir }: Pick<Config, 'dataDir'>): void {
  const remains = findRemains(dataDir)
  if (remains === undefined) return
  const message = `The database ${join(dataDir, 'svc.db')} is missing or empty, but ${remains} is there, so this folder was in use. Nothing was created or changed. Put svc.db back if you have it (with svc.db-wal, if that is there), or restore a backup (svc restore, svc help backup). For a new installation name another folder with --data-dir.`
  throw new CommandError('precondition_failed', message)
}

/** Keeps --demo away from an appliance's data, whatever folder the settings name. */
async function requireDemoData(config: Config): Promise<void> {
  if (config.profile !== 'demo') return
  const { hasDemoNotes } = await import('../server/demo/demo-notes.ts')
  if (hasDemoNotes(config)) return
  const message = `${config.dataDir} holds the data of an appliance, not of a demo. Leave out --demo to use it. To use the demo, unset SVC_DATA_DIR, or name its folder with --data-dir.`
  throw new CommandError('precondition_failed', message)
}

/** Whether svc init has made the database, wherever the settings say that it is. @throws CommandError */
export async function hasTables(loaded: Loaded): Promise<boolean> {
  const { databasePlace } = await import('../server/appliance.ts')
  const { postgres } = databasePlace(loaded)
  if (postgres === undefined) return hasDatabase(loaded.config)
  const { openPostgres } = await import('../server/db/postgres/open-postgres.ts')
  const db = openPostgres({ ...postgres, connectionsMax: 2 })
  try {
    return await namingDatabase(loaded, async () => (await db.schema.version()) > 0)
  } finally {
    await db.close()
  }
}

/** Whether there is a SQLite file. An empty one is what a failed copy or a repaired file system leaves. */
export async function hasDatabase(config: Pick<Config, 'dataDir'>): Promise<boolean> {
  const { databaseFile } = await import('../server/appliance.ts')
  const stats = statSync(databaseFile(config), { throwIfNoEntry: false })
  return stats !== undefined && stats.size > 0
}

/**
 * Says what is wrong with the file of the master key, if it comes from a file. Its content is checked when it is
 * opened.
 */
export function faultOfMasterKeyFile(
  settings: MasterKeySettings & Pick<Config, 'dataDir'>,
): string | undefined {
  const { masterKeyFile, dataDir } = settings
  if (sourceKindOf(settings) !== 'file') return undefined
  try {
    closeSync(openSync(masterKeyFile, 'r'))
    return undefined
  } catch (error) {
    return (
      describeRefusedPath(error, dataDir) ??
      `The master key ${masterKeyFile} is missing. Restore it from your escrow copy, or name its file in SVC_MASTER_KEY_FILE. If the server still runs, do not stop it: it has the key in memory. svc init creates one only if there is no database yet.`
    )
  }
}

/**
 * Runs `work`. If SQLite reports damage, the error names the database; if the data folder cannot be written,
 * the error says why.
 * @throws CommandError `database_damaged`, and what `work` throws
 */
export async function namingDatabase<Result>(
  { config, secrets }: Loaded,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (secrets.databaseUrl !== undefined) await refuseDatabase(error, secrets.databaseUrl)
    if (storageTroubleOf(error) === 'not_writable') await refuseUnwritable(config)
    if (!isDatabaseDamage(error)) throw error
    const message = `The database in ${config.dataDir} is damaged or not a database of svc. Stop the server, keep a copy of the folder, check the disk, and restore a backup (svc restore, svc help backup).`
    throw new CommandError('database_damaged', message)
  }
}

/** @throws CommandError `unreachable` or `precondition_failed` for errors of PostgreSQL */
async function refuseDatabase(error: unknown, url: string): Promise<void> {
  const { explainDatabaseError, isDatabaseError } = await import(
    '../server/db/postgres/try-database.ts'
  )
  if (!isDatabaseError(error)) return
  const { databaseAddressOf, shownAddress } = await import(
    '../server/db/postgres/database-address.ts'
  )
  const address = databaseAddressOf(url)
  const why = explainDatabaseError(error, address)
  const code = storageTroubleOf(error) === 'unreachable' ? 'unreachable' : 'precondition_failed'
  const end = why.endsWith('?') ? '' : '.'
  throw new CommandError(code, `The database ${shownAddress(address)} cannot be used: ${why}${end}`)
}

/** @throws CommandError `precondition_failed` with the cause, if it is known */
async function refuseUnwritable(config: Pick<Config, 'dataDir'>): Promise<void> {
  const fault = await findStorageFault(config)
  if (fault !== undefined) throw new CommandError('precondition_failed', storageFaultText(fault))
}

function missingDatabase({ profile, dataDir, postgres }: Config, session: HasPlace): CommandError {
  const otherwise =
    postgres === undefined
      ? 'name another folder with --data-dir'
      : 'move an installation there (svc help postgresql)'
  const message =
    profile === 'demo'
      ? `There is no demo in ${dataDir} yet. Start it with: ${demoStart(session)}`
      : `There is no database in ${postgres ?? dataDir}. Run ${commandToCopy(session, 'svc init')} once, or ${otherwise}.`
  const isDemoThere = profile !== 'demo' && isThere(join(dataDir, '..', 'demo', 'svc.db'))
  const hint = isDemoThere ? ` For the demo that ${demoCommand()} runs, add --demo.` : ''
  return new CommandError('not_initialised', `${message}${hint}`)
}

/** The command that starts a demo in its usual folder, or in the one that was named. */
function demoStart(session: HasPlace): string {
  const isElsewhere = session.place.dataDir !== undefined
  return isElsewhere ? commandToCopy(session, 'svc serve') : demoCommand()
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined
}
