// Opens the settings and the appliance when a command first needs them, over the files that a server may be
// using (no HTTP, no jobs). The server's code is imported only then, so that other commands start at once.

import type { Appliance } from '../server/appliance.ts'
import type { AuditOrigin } from '../server/audit/audit.ts'
import type { LoadedSettings } from '../server/config.ts'
import { storageTroubleOf } from '../server/db/storage-trouble.ts'
import type { Clock } from '../server/kernel/clock.ts'
import { demoEnvironment } from './demo-environment.ts'
import { commandOrigin } from './host-user.ts'
import { namingDatabase, requireInstalled } from './installed.ts'
import type { HasPlace, Place } from './place.ts'

/** What a command adds to the settings. */
interface SettingsInput {
  /** By name of the setting (`SVC_PORT`). */
  readonly flags?: Readonly<Record<string, string | undefined>>
  /** Used in place of --config. */
  readonly configFile?: string | undefined
  /** The named file does not exist yet; settings are read without it. */
  readonly isFileUnwritten?: boolean
}

export interface CliSession extends HasPlace {
  readonly isDemo: boolean
  /** The actor of this command, for the audit log. */
  readonly origin: AuditOrigin
  /** @throws ConfigError */
  settings(input?: SettingsInput): Promise<LoadedSettings>
  /** Returns the same appliance each time. @throws ConfigError, MasterKeyError, MigrationError, CommandError */
  appliance(): Promise<Appliance>
  /** Returns the error, or where it comes from the database of the appliance one that says so. */
  named(error: unknown): Promise<unknown>
  close(): Promise<void>
}

export function openCliSession(
  env: Readonly<Record<string, string | undefined>>,
  place: () => Place,
  clock?: Clock,
): CliSession {
  let opened: Promise<Appliance> | undefined
  function environmentFor(isFileUnwritten: boolean) {
    if (session.isDemo) return demoEnvironment(env, place().dataDir !== undefined)
    return isFileUnwritten ? { ...env, SVC_CONFIG: undefined } : env
  }
  const session: CliSession = {
    get isDemo() {
      return place().demo === true
    },
    get place() {
      return place()
    },
    get origin() {
      return commandOrigin(env)
    },
    async settings({ flags = {}, configFile, isFileUnwritten = false } = {}) {
      const { loadConfig } = await import('../server/config.ts')
      return loadConfig({
        profile: session.isDemo ? 'demo' : 'appliance',
        env: environmentFor(isFileUnwritten),
        flags: { SVC_DATA_DIR: place().dataDir, ...flags },
        configFile: isFileUnwritten ? undefined : (configFile ?? place().config),
        readsNoFile: isFileUnwritten,
      })
    },
    appliance() {
      opened ??= open(session, clock)
      return opened
    },
    async named(error) {
      if (opened === undefined || storageTroubleOf(error) === undefined) return error
      const loaded = await session.settings()
      return namingDatabase(loaded, () => Promise.reject(error)).catch((named: unknown) => named)
    },
    async close() {
      const appliance = await opened?.catch(() => undefined)
      await appliance?.close()
    },
  }
  return session
}

async function open(session: CliSession, clock: Clock | undefined): Promise<Appliance> {
  const loaded = await session.settings()
  await requireInstalled(loaded, session)
  const { openAppliance } = await import('../server/appliance.ts')
  const { silentLog } = await import('../server/kernel/log.ts')
  const placed = await withRunningUrl(loaded)
  return namingDatabase(loaded, () =>
    openAppliance(placed, { log: silentLog, ...(clock && { clock }) }),
  )
}

/** Takes the URLs of the running server, whose port may differ, unless the settings name them. */
export async function withRunningUrl(loaded: LoadedSettings): Promise<LoadedSettings> {
  const { config, origins } = loaded
  if (origins.SVC_PUBLIC_URL !== 'default') return loaded
  const { findHolder, serverLockFile } = await import('../server/db/server-lock.ts')
  const publicUrl = findHolder(serverLockFile(config.dataDir))?.publicUrl ?? config.publicUrl
  const serverUrl = origins.SVC_URL === 'default' ? publicUrl : config.serverUrl
  return { ...loaded, config: { ...config, publicUrl, serverUrl } }
}
