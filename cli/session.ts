// Opens what commands stand on, when first asked for: the settings, and the appliance over the same files
// that a server may be using (no HTTP, no jobs). The core is imported only then, so that a command that
// needs none of it starts at once. What was opened is closed with the session.

import type { Appliance } from '../server/appliance.ts'
import type { AuditOrigin } from '../server/audit/audit.ts'
import type { LoadedSettings } from '../server/config.ts'
import { commandOrigin } from './host-user.ts'
import { namingDatabase, requireInstalled } from './installed.ts'

/** The global options that say which installation is meant. */
export interface Place {
  readonly config?: string
  readonly dataDir?: string
  readonly demo?: boolean
}

/** What a command itself adds to the settings. */
export interface SettingsInput {
  /** By name of the setting (`SVC_PORT`). */
  readonly flags?: Readonly<Record<string, string | undefined>>
  /** In the place of --config. */
  readonly configFile?: string | undefined
  /** The file that is named is not there yet: settings as they will be without it. */
  readonly isFileUnwritten?: boolean
}

export interface Session {
  readonly isDemo: boolean
  /** As it was given. */
  readonly place: Place
  /** Who does what this command does, for the audit log. */
  readonly origin: AuditOrigin
  /** @throws ConfigError */
  settings(input?: SettingsInput): Promise<LoadedSettings>
  /** The same one each time. @throws ConfigError, MasterKeyError, MigrationError, CommandError */
  appliance(): Promise<Appliance>
  close(): Promise<void>
}

export function openSession(
  env: Readonly<Record<string, string | undefined>>,
  place: () => Place,
): Session {
  let opened: Promise<Appliance> | undefined
  const session: Session = {
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
        env: isFileUnwritten ? { ...env, SVC_CONFIG: undefined } : env,
        flags: { SVC_DATA_DIR: place().dataDir, ...flags },
        configFile: isFileUnwritten ? undefined : (configFile ?? place().config),
        readsNoFile: isFileUnwritten,
      })
    },
    appliance() {
      opened ??= open(session)
      return opened
    },
    async close() {
      const appliance = await opened?.catch(() => undefined)
      await appliance?.close()
    },
  }
  return session
}

async function open(session: Session): Promise<Appliance> {
  const loaded = await session.settings()
  await requireInstalled(loaded, session)
  const { openAppliance } = await import('../server/appliance.ts')
  const { silentLog } = await import('../server/kernel/log.ts')
  const placed = await whereItRuns(loaded)
  return namingDatabase(loaded, () => openAppliance(placed, { log: silentLog }))
}

/** Links are made out to the server that runs, on whichever port, unless the settings name its address. */
async function whereItRuns(loaded: LoadedSettings): Promise<LoadedSettings> {
  const { config, origins } = loaded
  if (origins.SVC_PUBLIC_URL !== 'default') return loaded
  const { findHolder, serverLockFile } = await import('../server/db/server-lock.ts')
  const publicUrl = findHolder(serverLockFile(config.dataDir))?.publicUrl ?? config.publicUrl
  return { ...loaded, config: { ...config, publicUrl } }
}
