// Gathers what the checks look at: from the files of an installation, for the command line, or from a running server.

import { statSync } from 'node:fs'
import type { Appliance } from '../appliance.ts'
import type { LoadedSettings } from '../config.ts'
import { findInstance } from '../db/instance.ts'
import { readServerFacts } from '../db/postgres/server-facts.ts'
import { findHolder, serverLockFile } from '../db/server-lock.ts'
import { type ExaminedDatabase, examineDatabase } from '../db/sqlite/examine-database.ts'
import { storageTroubleOf } from '../db/storage-trouble.ts'
import type { Readers } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { codeOf } from '../kernel/has-code.ts'
import type { KeySource } from '../operations/encryption-keys/key-source.ts'
import { isServing } from '../operations/is-serving.ts'
import { readStatus } from '../operations/status/status-view.ts'
import type { SettingProblem } from '../settings/setting-sources.ts'
import { type JudgeChain, judgeChainInThread } from './chain-judge.ts'
import type { CheckedInstallation, DoctorScene, LiveFacts } from './doctor-scene.ts'
import { type MasterKeyFacts, openKeys } from './open-keys.ts'

export interface OpenedScene {
  readonly scene: DoctorScene
  close(): Promise<void>
}

interface SceneInput {
  readonly clock: Clock
  readonly userId: number | undefined
  readonly connects: boolean
  /** The settings, or why they cannot be used. */
  readonly settings:
    | {
        readonly kind: 'loaded'
        readonly loaded: Pick<LoadedSettings, 'config' | 'secrets' | 'effective'>
        readonly databaseFile: string
      }
    | { readonly kind: 'broken'; readonly problems: readonly SettingProblem[] }
}

/** Opens the files of an installation, read only, whether a server is running or not. */
export async function openScene(input: SceneInput): Promise<OpenedScene> {
  const { clock, userId, connects, settings } = input
  const around = { clock, userId, connects, judgeChain: judgeChainInThread, live: undefined }
  if (settings.kind === 'broken') {
    const scene = { ...around, ...noInstallation, settingProblems: settings.problems }
    return { scene, close: async () => {} }
  }
  const { loaded, databaseFile } = settings
  const { dataDir } = loaded.config
  const isHeld = testServing(dataDir)
  // A server that was killed leaves its name behind.
  const holder = isHeld ? findHolder(serverLockFile(dataDir)) : undefined
  const installation: CheckedInstallation = {
    ...loaded,
    databaseFile,
    isServing: isHeld,
    serverPid: holder?.pid,
    shownCertificate: holder?.certificate,
  }
  if (loaded.config.postgres !== undefined) {
    // With SQLite the driver of PostgreSQL is not loaded.
    const { openServerDatabase } = await import('./open-server-database.ts')
    const opened = await openServerDatabase(loaded, clock)
    return {
      scene: { ...around, settingProblems: [], installation, ...opened.scene },
      close: opened.close,
    }
  }
  const { database, databaseFault } = tryExamine(databaseFile)
  const databaseKeyId = database && (await keyIdOf(database))
  const db = database && readersOf(database)
  const keyPlace =
    db && databaseKeyId !== undefined ? { reader: db.reader, expected: databaseKeyId } : undefined
  return {
    scene: {
      ...around,
      settingProblems: [],
      installation,
      database,
      databaseFault,
      databaseKeyId,
      db,
      status: db && onceOf(() => readStatus(db.reader, clock.now())),
      ...(await openKeys(loaded.config, keyPlace, clock.now())),
    },
    close: async () => database?.close(),
  }
}

/** Uses the readers and keys of a running server; the file is opened once more for its settings and schema. */
export async function openServerScene(
  needs: Pick<
    Appliance,
    'config' | 'secrets' | 'about' | 'clock' | 'db' | 'keyring' | 'keySource'
  > & { readonly judgeChain: JudgeChain },
  live: LiveFacts,
): Promise<OpenedScene> {
  const { config, secrets, about, clock, db, keyring } = needs
  const { databaseFile, settings: effective } = about
  const isOnServer = config.postgres !== undefined
  const examined = isOnServer ? noFile : tryExamine(databaseFile)
  const server = isOnServer ? await readServerFacts(db.reader, clock) : undefined
  const { masterKeyId } = keyring
  return {
    scene: {
      clock,
      userId: process.geteuid?.(),
      connects: false,
      judgeChain: needs.judgeChain,
      settingProblems: [],
      installation: {
        config,
        secrets,
        effective,
        databaseFile,
        isServing: true,
        serverPid: process.pid,
        shownCertificate: about.certificate,
      },
      ...examined,
      server,
      serverReader: isOnServer ? db.reader : undefined,
      db,
      status: onceOf(() => readStatus(db.reader, clock.now())),
      databaseKeyId: masterKeyId,
      masterKey: await masterKeyOf(needs.keySource, masterKeyId),
      keyring,
      live,
    },
    close: async () => examined.database?.close(),
  }
}

/** The server has the key in its memory; only whether its source still gives it is asked. */
async function masterKeyOf(source: KeySource, fingerprint: string): Promise<MasterKeyFacts> {
  const state = await source.check()
  return state.kind === 'well'
    ? { kind: 'read', fingerprint }
    : { kind: 'source_lost', path: state.source, since: state.since }
}

const noFile = { database: undefined, databaseFault: undefined }

const noInstallation = {
  installation: undefined,
  database: undefined,
  databaseFault: undefined,
  databaseKeyId: undefined,
  db: undefined,
  status: undefined,
  masterKey: undefined,
  keyring: undefined,
}

export function tryExamine(file: string): Pick<DoctorScene, 'database' | 'databaseFault'> {
  try {
    return { database: examineDatabase(file), databaseFault: undefined }
  } catch (error) {
    return { database: undefined, databaseFault: isMissing(file) ? 'missing' : faultOf(error) }
  }
}

/** A file in a folder that this user may not enter is not missing. */
function isMissing(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

function faultOf(error: unknown): 'damaged' | 'no_room' | 'unreadable' {
  if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(codeOf(error))) return 'damaged'
  return storageTroubleOf(error) === 'full' ? 'no_room' : 'unreadable'
}

/** Only a database whose schema is this release's can be asked by the readers of the product. */
function readersOf(database: ExaminedDatabase): Readers | undefined {
  const { stored, known } = database.versions()
  if (stored !== known || !database.hasExpectedSchema()) return undefined
  return { reader: database.reader, longReader: database.reader }
}

async function keyIdOf({ reader }: ExaminedDatabase): Promise<string | undefined> {
  const instance = await findInstance(reader).catch(() => undefined)
  return instance?.masterKeyId
}

/** A folder whose lock cannot be tested is one that no server of this user holds. */
function testServing(dataDir: string): boolean {
  try {
    return isServing(dataDir)
  } catch {
    return false
  }
}

function onceOf<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined
  return () => {
    reading ??= read()
    return reading
  }
}
