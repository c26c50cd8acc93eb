// What the checks look at, and what each of them needs of it. Parts that cannot be read are undefined; the checks that
// need them are skipped.

import type { Config, Secrets } from '../config.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { ServerFacts } from '../db/postgres/server-facts.ts'
import type { DatabaseTrial } from '../db/postgres/try-database.ts'
import type { ShownCertificate } from '../db/server-lock.ts'
import type { ExaminedDatabase } from '../db/sqlite/examine-database.ts'
import type { Reader, Readers } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Dialect } from '../kernel/dialect.ts'
import type { ForwardedCounts } from '../kernel/forwarded-counts.ts'
import type { ApplianceStatus } from '../operations/status/status-policy.ts'
import type { ScheduledTaskState } from '../operations/task-log.ts'
import type { EffectiveSetting } from '../settings/effective-setting.ts'
import type { SettingProblem } from '../settings/setting-sources.ts'
import type { JudgeChain } from './chain-judge.ts'
import type { MasterKeyFacts } from './open-keys.ts'
import { type DoctorOutcome, skipped } from './outcome.ts'

/** Health of a service as the server sees it, circuit breaker included. */
export type SeenHealth = 'well' | 'attention' | 'down' | 'not_set_up'

/** What only a running server knows. */
export interface LiveFacts {
  readonly provider: SeenHealth
  readonly scoring: SeenHealth
  readonly scheduledTasks: readonly ScheduledTaskState[]
  readonly forwardedCounts: ForwardedCounts
}

export interface CheckedInstallation {
  readonly config: Config
  readonly secrets: Secrets
  readonly effective: readonly EffectiveSetting[]
  readonly databaseFile: string
  /** Process of the server on this data folder; undefined if none runs or it has not said so. */
  readonly serverPid: number | undefined
  /** Certificate that this server shows; undefined without TLS, or if it has not said so. */
  readonly shownCertificate: ShownCertificate | undefined
  /** Whether a process holds the lock of the data folder. */
  readonly isServing: boolean
}

export interface DoctorScene {
  readonly clock: Clock
  /** User id of this process; undefined on systems without user ids. */
  readonly userId: number | undefined
  /** Whether names of other machines may be looked up. */
  readonly connects: boolean
  readonly judgeChain: JudgeChain
  /** Why the settings cannot be used; empty if they can. */
  readonly settingProblems: readonly SettingProblem[]
  readonly installation: CheckedInstallation | undefined
  /** Why the database cannot be opened. */
  readonly databaseFault: 'missing' | 'damaged' | 'no_room' | 'unreadable' | undefined
  readonly database: ExaminedDatabase | undefined
  /** With PostgreSQL: what keeps the server from being used; undefined in a server, which uses it. */
  readonly databaseTrial?: DatabaseTrial | undefined
  /** How the PostgreSQL server stands, if it can be used. */
  readonly server?: ServerFacts | undefined
  /** Of the PostgreSQL server, also where its schema is another. */
  readonly serverReader?: Reader | undefined
  /** Readers, if the schema is the one of this release. */
  readonly db: Readers | undefined
  /** Reads the status once, whichever check asks first. */
  readonly status: (() => Promise<ApplianceStatus>) | undefined
  /** Fingerprint of the master key that the database belongs to. */
  readonly databaseKeyId: string | undefined
  readonly masterKey: MasterKeyFacts | undefined
  readonly keyring: Keyring | undefined
  /** undefined outside a server. */
  readonly live: LiveFacts | undefined
}

export type SettingsScene = Omit<DoctorScene, 'installation'> & CheckedInstallation
type DatabaseScene = SettingsScene & { readonly database: ExaminedDatabase }
type ServerScene = SettingsScene & { readonly server: ServerFacts; readonly serverReader: Reader }
export type TablesScene = SettingsScene & {
  readonly db: Readers
  readonly status: () => Promise<ApplianceStatus>
}
export type KeysScene = TablesScene & { readonly keyring: Keyring }

type Work<Scene> = (scene: Scene) => DoctorOutcome | Promise<DoctorOutcome>

/** `tables`: the database has the schema of this release. */
type CheckNeed = 'nothing' | 'settings' | 'database' | 'tables' | 'keys'

export interface CheckRunner {
  readonly needs: CheckNeed
  readonly run: Work<DoctorScene>
}

export function anywhere(run: Work<DoctorScene>): CheckRunner {
  return { needs: 'nothing', run }
}

export function withSettings(run: Work<SettingsScene>): CheckRunner {
  return { needs: 'settings', run: ofSettings(run) }
}

export function withDatabase(run: Work<DatabaseScene>): CheckRunner {
  return { needs: 'database', run: ofDatabase(run) }
}

/** The database is on PostgreSQL, and answers. */
export function withServer(run: Work<ServerScene>): CheckRunner {
  return { needs: 'database', run: ofServer(run) }
}

/** undefined while the settings are unknown. */
export function engineOf({ installation }: DoctorScene): Dialect | undefined {
  if (installation === undefined) return undefined
  return installation.config.postgres === undefined ? 'sqlite' : 'postgres'
}

export function withTables(run: Work<TablesScene>): CheckRunner {
  return { needs: 'tables', run: ofTables(run) }
}

export function withKeys(run: Work<KeysScene>): CheckRunner {
  return {
    needs: 'keys',
    run: ofTables((scene) =>
      scene.keyring === undefined
        ? skipped('needs_keys')
        : run({ ...scene, keyring: scene.keyring }),
    ),
  }
}

function ofSettings(run: Work<SettingsScene>): Work<DoctorScene> {
  return ({ installation, ...scene }) =>
    installation === undefined ? skipped('needs_settings') : run({ ...scene, ...installation })
}

function ofDatabase(run: Work<DatabaseScene>): Work<DoctorScene> {
  return ofSettings((scene) =>
    scene.database === undefined
      ? skipped('needs_database')
      : run({ ...scene, database: scene.database }),
  )
}

function ofServer(run: Work<ServerScene>): Work<DoctorScene> {
  return ofSettings((scene) => {
    const { server, serverReader } = scene
    if (server === undefined || serverReader === undefined) return skipped('needs_database')
    return run({ ...scene, server, serverReader })
  })
}

function ofTables(run: Work<TablesScene>): Work<DoctorScene> {
  return ofSettings((scene) => {
    const { db, status } = scene
    if (scene.database === undefined && scene.server === undefined) return skipped('needs_database')
    if (db === undefined || status === undefined) return skipped('needs_tables')
    return run({ ...scene, db, status })
  })
}
