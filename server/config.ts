// Loads the settings from flags, environment and svc.conf into a frozen Config and separate Secrets, or throws with
// all problems at once. Callers pass the environment: only cli/svc.js and cli/right-node.js read process.env.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { databaseAddressOf, shownAddress } from './db/postgres/database-address.ts'
import { readScoringReference } from './scoring/read-reference.ts'
import { countriesWithoutReference } from './scoring/scoring-reference.ts'
import { faultsBetweenSettings } from './settings/config-checks.ts'
import type { EffectiveSetting, Origin } from './settings/effective-setting.ts'
import type { Profile } from './settings/setting-row.ts'
import { type SettingPath, settings } from './settings/setting-rows.ts'
import { collectSettings, type SettingProblem } from './settings/setting-sources.ts'
import { readSettingValues, type SettingTree } from './settings/setting-values.ts'

/**
 * All settings except secrets, in the unit that the name says. Paths are absolute. A group such as `scoring` is
 * undefined unless its needed settings are set.
 */
export interface Config extends Omit<SettingTree, 'secrets'> {
  readonly profile: Profile
  /** Where systemd puts the credentials of this service. */
  readonly credentialsDir: string | undefined
  /** `publicUrl` if it was set and not derived: requests must then name its host. */
  readonly publicUrlSet: string | undefined
  /** Where the PostgreSQL database is, without its password; undefined for SQLite. */
  readonly postgres: string | undefined
}

/** The external scoring engine; its token is `secrets.scoringToken`. */
export type ScoringSettings = NonNullable<Config['scoring']>

/** Separate from Config, so that printing or storing a Config cannot leak a secret. */
export type Secrets = SettingTree['secrets']

export interface LoadedSettings {
  readonly config: Config
  readonly secrets: Secrets
  /** Origin of each setting, by its name (`SVC_PORT`). */
  readonly origins: Readonly<Record<string, Origin>>
  /** Every setting with its effective value, secrets masked. */
  readonly effective: readonly EffectiveSetting[]
}

export interface LoadInput {
  readonly profile: Profile
  readonly env: Readonly<Record<string, string | undefined>>
  /** Settings given as flags, by their name (`SVC_PORT`). */
  readonly flags?: Readonly<Record<string, string | undefined>>
  /** From `--config`. */
  readonly configFile?: string | undefined
  /** Skips the product's own svc.conf. */
  readonly readsNoFile?: boolean
  /** Folder of the product; default paths are relative to it. */
  readonly productDir?: string
  /** Base of relative paths in flags and environment. Paths in svc.conf are relative to its folder. */
  readonly workingDir?: string
}

/** Thrown for unusable settings, with all problems. */
export class ConfigError extends Error {
  readonly problems: readonly SettingProblem[]
  /** The settings with defaults for the unusable ones, to look for problems in files too; for nothing else. */
  readonly usable: Config | undefined

  constructor(problems: readonly SettingProblem[], usable?: Config) {
    const subject = problems.length === 1 ? 'A setting needs' : `${problems.length} settings need`
    const lines = problems.map(({ name, message }) => `  ${name} ${message}`)
    super(`${subject} correction:\n${lines.join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
    this.usable = usable
  }
}

/** @throws ConfigError with all problems of all settings */
export function loadConfig(input: LoadInput): LoadedSettings {
  const { profile, env, flags = {}, configFile, workingDir = process.cwd() } = input
  const productDir = input.productDir ?? fileURLToPath(new URL('..', import.meta.url))
  // The demo must never use the folder that an appliance's svc.conf names.
  const readsNoFile = profile === 'demo' || input.readsNoFile === true
  const confFileDefault = readsNoFile ? undefined : join(productDir, 'data/var/svc.conf')
  const sources = collectSettings({ env, flags, configFile, confFileDefault, workingDir })
  const reading = readSettingValues({ given: sources.given, profile, productDir })

  const isGiven = (path: SettingPath) => sources.given.has(settings[path].name)
  const known = [...faultsOfEnvironment(env), ...sources.problems, ...reading.problems]
  const facts = { values: reading.values, isGiven }
  const problems = [
    ...known,
    ...faultsBetweenSettings(facts, profile, known),
    ...faultsOfMarkets(reading.values.markets),
  ]
  const publicUrlSet = isGiven('publicUrl') ? reading.values.publicUrl : undefined
  const config = configOf(reading.values, { profile, env, publicUrlSet })
  if (problems.length > 0) throw new ConfigError(problems, frozen(config))

  const origins = reading.effective.map(({ name, origin }) => [name, origin])
  return frozen({
    config,
    secrets: reading.values.secrets,
    origins: Object.fromEntries(origins),
    effective: reading.effective,
  })
}

function configOf(
  { secrets, ...plain }: SettingTree,
  { profile, env, publicUrlSet }: Pick<LoadInput, 'profile' | 'env'> & Pick<Config, 'publicUrlSet'>,
): Config {
  return {
    ...plain,
    profile,
    publicUrlSet,
    credentialsDir: env.CREDENTIALS_DIRECTORY,
    postgres: secrets.databaseUrl && shownAddress(databaseAddressOf(secrets.databaseUrl)),
  }
}

/** Refuses environment variables of Node that would make the product unsafe. */
function faultsOfEnvironment(env: LoadInput['env']): readonly SettingProblem[] {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return []
  const message =
    'is 0, which disables the certificate checks of all outgoing calls. Unset it; add the authority of a service in its ..._CA_FILE setting or in NODE_EXTRA_CA_CERTS'
  return [{ name: 'NODE_TLS_REJECT_UNAUTHORIZED', message }]
}

/** Refuses enabled markets whose verifications could not be scored. */
function faultsOfMarkets(enabled: readonly string[]): readonly SettingProblem[] {
  const missing = countriesWithoutReference(readScoringReference(), enabled).join(', ')
  if (missing === '') return []
  const message = `names ${missing}, which data/reference/scoring-reference.json has no values for. Leave it out, or add its values`
  return [{ name: 'SVC_MARKETS', message }]
}

/** Returns the config of a server that was started with port 0 and listens on `port`. */
export function listeningAt(config: Config, port: number): Config {
  const known = (url: string) => url.replace(/:0$/, `:${port}`)
  const { publicUrl, serverUrl } = config
  return frozen({ ...config, port, publicUrl: known(publicUrl), serverUrl: known(serverUrl) })
}

/** Freezes a value and everything in it. */
function frozen<Value extends object>(value: Value): Readonly<Value> {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) frozen(part)
  }
  return Object.freeze(value)
}
