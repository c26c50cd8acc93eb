// Opens what commands stand on, when first asked for: the settings, and the appliance over the same files
// that a server may be using (no HTTP, no jobs). The core is imported only then, so that a command that
// needs none of it starts at once. What was opened is closed with the session.

import type { Appliance } from '../server/appliance.ts'
import type { LoadedSettings } from '../server/config.ts'
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
}

export interface Session {
  readonly isDemo: boolean
  /** As it was given. */
  readonly place: Place
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
    async settings({ flags = {}, configFile } = {}) {
      const { loadConfig } = await import('../server/config.ts')
      return loadConfig({
        profile: session.isDemo ? 'demo' : 'appliance',
        env,
        flags: { SVC_DATA_DIR: place().dataDir, ...flags },
        configFile: configFile ?? place().config,
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
  return namingDatabase(loaded, () => openAppliance(loaded, { log: silentLog }))
}
