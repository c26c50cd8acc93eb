// What must be there before an installation can be opened, and what is said where it is not.

import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config, LoadedSettings } from '../server/config.ts'
import { storageTroubleOf } from '../server/db/storage-trouble.ts'
import { findStorageFault } from '../server/operations/examine-storage.ts'
import { CommandError } from './command-error.ts'
import { samePlace } from './same-place.ts'
import type { Session } from './session.ts'
import { storageFaultText } from './storage-text.ts'
import { isDatabaseDamage } from './system-verdicts.ts'

type Loaded = Pick<LoadedSettings, 'config'>

/**
 * Opening would create what is not there, and a mistyped folder would become an installation.
 * @throws CommandError `not_initialised`, `precondition_failed`
 */
export async function requireInstalled(
  { config }: Loaded,
  session: Pick<Session, 'place'>,
): Promise<void> {
  if (!(await hasDatabase(config))) throw missingDatabase(config, session)
  await requireItsKind(config)
  const fault = faultOfMasterKeyFile(config)
  if (fault !== undefined) throw new CommandError('precondition_failed', fault)
}

/** With --demo nobody means to touch real data, whatever folder the settings name. */
async function requireItsKind(config: Config): Promise<void> {
  if (config.profile !== 'demo') return
  const { hasDemoNotes } = await import('../server/demo/demo-notes.ts')
  if (hasDemoNotes(config)) return
  const message = `${config.dataDir} holds the data of an appliance, not of a demo. Leave --demo out to mean that; otherwise unset SVC_CONFIG and SVC_DATA_DIR, or name the demo's folder with --data-dir.`
  throw new CommandError('precondition_failed', message)
}

export async function hasDatabase(config: Pick<Config, 'dataDir'>): Promise<boolean> {
  const { databaseFile } = await import('../server/appliance.ts')
  return isThere(databaseFile(config))
}

/** What is wrong with the file itself beside a database; its content is judged when it is opened. */
export function faultOfMasterKeyFile({
  masterKeyFile,
}: Pick<Config, 'masterKeyFile'>): string | undefined {
  try {
    accessSync(masterKeyFile, constants.R_OK)
    return undefined
  } catch (error) {
    const isDenied = error instanceof Error && 'code' in error && error.code === 'EACCES'
    return isDenied
      ? `The master key ${masterKeyFile} cannot be read by this user. Run the command as the user that the server runs as.`
      : `The master key ${masterKeyFile} is missing. Bring it back from your escrow copy, or say where it is in SVC_MASTER_KEY_FILE. svc init makes one, but only where there is no database yet.`
  }
}

/**
 * Does `work`; where SQLite finds damage in it, says which database is meant, and where nothing can be
 * written, what is in the way.
 * @throws CommandError `database_damaged`, and what `work` throws
 */
export async function namingDatabase<Result>(
  { config }: Loaded,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (storageTroubleOf(error) === 'not_writable') await refuseUnwritable(config)
    if (!isDatabaseDamage(error)) throw error
    const message = `The database in ${config.dataDir} is damaged, or is no database of svc; restore a backup.`
    throw new CommandError('database_damaged', message)
  }
}

/** @throws CommandError `precondition_failed` that names what is in the way, where it can be told */
async function refuseUnwritable(config: Pick<Config, 'dataDir'>): Promise<void> {
  const fault = await findStorageFault(config)
  if (fault !== undefined) throw new CommandError('precondition_failed', storageFaultText(fault))
}

function missingDatabase(
  { profile, dataDir }: Config,
  session: Pick<Session, 'place'>,
): CommandError {
  const message =
    profile === 'demo'
      ? `There is no demo in ${dataDir} yet. Start it with: npm start`
      : `There is no database in ${dataDir}. Run ${samePlace(session, 'svc init')} once, or name the right folder with --data-dir.`
  const isDemoThere = profile !== 'demo' && isThere(join(dataDir, '..', 'demo', 'svc.db'))
  const hint = isDemoThere ? ' For the demo that npm start runs, add --demo.' : ''
  return new CommandError('not_initialised', `${message}${hint}`)
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined
}
