// Opens what `svc status` reads. Without the master key it opens the database read only, so that the rest is shown.

import type { Config, Secrets } from '../../server/config.ts'
import { MasterKeyError } from '../../server/crypto/master-key.ts'
import type { Reader } from '../../server/db/transaction.ts'
import type { KeyProgress } from '../../server/operations/encryption-keys/key-rotation.ts'
import { readKeyProgress } from '../../server/operations/encryption-keys/read-key-progress.ts'
import { isServed, isServing } from '../../server/operations/is-serving.ts'
import { findProvider } from '../../server/providers/provider-registry.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { faultOfMasterKeyFile } from '../installed.ts'

export interface OpenedForStatus {
  readonly reader: Reader
  readonly config: Config
  readonly secrets: Secrets
  readonly nowMs: number
  readonly databaseFile: string
  readonly hasProvider: boolean
  readonly isServing: boolean
  /** Undefined where the keys cannot be opened. */
  readonly keyProgress: KeyProgress | undefined
  /** Why the master key cannot be had; undefined if it can. */
  readonly masterKeyFault: string | undefined
  close(): Promise<void>
}

/** @throws what opening throws, unless only the master key is missing */
export async function openForStatus({ session, shell }: CommandContext): Promise<OpenedForStatus> {
  try {
    const { db, config, secrets, clock, about, provider } = await session.appliance()
    const { databaseFile } = about
    const opened = { reader: db.reader, config, secrets, nowMs: clock.now(), databaseFile }
    const hasProvider = provider !== undefined
    // A node on this machine runs also while it cannot give signs of life.
    const isRunning = (await isServed({ db, config, clock })) || isServing(config.dataDir)
    const keyProgress = await readKeyProgress({ db, config, clock }, isRunning)
    const keys = { keyProgress, masterKeyFault: undefined }
    return { ...opened, ...keys, hasProvider, isServing: isRunning, close: async () => {} }
  } catch (error) {
    const loaded = await session.settings()
    const { config, secrets } = loaded
    const masterKeyFault = await faultOfKey(error, config)
    const opened = masterKeyFault === undefined ? undefined : await openReadOnly(config)
    if (opened === undefined) throw error
    const hasProvider = findProvider(loaded) !== undefined
    const given = {
      config,
      secrets,
      hasProvider,
      isServing: isServing(config.dataDir),
      keyProgress: undefined,
      masterKeyFault,
    }
    return { ...opened, ...given, nowMs: shell.clock.now() }
  }
}

async function faultOfKey(error: unknown, config: Config): Promise<string | undefined> {
  if (error instanceof MasterKeyError) {
    const [first = '', ...rest] = error.message
    return first.toUpperCase() + rest.join('')
  }
  return error instanceof CommandError && error.code === 'precondition_failed'
    ? faultOfMasterKeyFile(config)
    : undefined
}

/** Returns undefined if the file does not open, or has not the schema of this release. */
async function openReadOnly(config: Config) {
  const { databaseFile: placeOf } = await import('../../server/appliance.ts')
  const { examineDatabase } = await import('../../server/db/sqlite/examine-database.ts')
  const databaseFile = placeOf(config)
  try {
    const database = examineDatabase(databaseFile)
    const { stored, known } = database.versions()
    if (stored === known) {
      return { reader: database.reader, databaseFile, close: () => database.close() }
    }
    await database.close()
  } catch {
    // The error of the master key is the one to show.
  }
  return undefined
}
