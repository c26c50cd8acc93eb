// `svc init`: creates svc.conf, the master key and the data folder with its database. Anything that exists
// stays as it is.

import { existsSync, statSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Command } from 'commander'
import { sourceKindOf } from '../../server/crypto/master-key-source.ts'
import { readExpectedSchema } from '../../server/db/migrate.ts'
import { productVersion } from '../../server/product-version.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { demoCommand, isRelease } from '../demo-command.ts'
import { actingAs, findOwner, type HostOwner, makeFolderFor } from '../host-owner.ts'
import type { Io } from '../io.ts'
import type { Place } from '../place.ts'
import { examples, type GlobalOptions } from '../root-command.ts'
import { isKeySealedHere, systemdUnit } from '../systemd-unit.ts'
import { confFileFor, giveConfTo, removeConf, writeConf } from './conf-template.ts'
import { advise } from './init-advice.ts'
import { requirePlacesOutside } from './init-places.ts'
import { type Installed, type InstalledPart, install } from './install.ts'

interface Options extends GlobalOptions {
  readonly masterKeyFile?: string
  readonly owner?: string
  readonly databaseUrl?: string
  readonly printUnit?: boolean
  readonly startCommand?: string
}

interface Installation extends Installed {
  readonly config_file: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--master-key-file <path>', 'where the master key is, or where to create it')
    .option('--owner <user>', 'user of the server, for whom root makes everything')
    .option('--database-url <url>', 'PostgreSQL in place of the SQLite file')
    .option('--print-unit', 'print a systemd unit for the server; create nothing')
    .option('--start-command <command>', 'what will start the server, for the next steps')
    .addHelpText(
      'before',
      examples(
        'svc init',
        'svc init --config /etc/svc/svc.conf --data-dir /var/lib/svc \\\n' +
          '             --master-key-file /etc/svc/keys/master.key --owner svc',
        'svc init --print-unit > /etc/systemd/system/svc.service',
      ),
    )
    .action((_options: Options, called: Command) =>
      init(context, called.optsWithGlobals<Options>()),
    )
}

async function init(context: CommandContext, options: Options): Promise<void> {
  const { io, session } = context
  if (session.isDemo) throw new CommandError('usage', `The demo sets itself up: ${demoCommand()}`)
  const { dataDir, masterKeyFile, databaseUrl } = options
  const flags = { SVC_DATA_DIR: dataDir, SVC_MASTER_KEY_FILE: masterKeyFile }
  if (options.printUnit) return printUnit(context, options, flags)
  const owner = await ownerFrom(context, options)
  const configFile = confFileFor(options.config, context.env)
  if (isRelease()) await requirePlacesOutside(context, { configFile, flags })
  if (databaseUrl !== undefined) requireNewConf(configFile)
  const isConfNew = writeConf(configFile, { ...flags, SVC_DATABASE_URL: databaseUrl })
  try {
    const loaded = await session.settings({ configFile, flags })
    if (owner !== undefined) prepareFor(owner, { ...loaded.config, configFile, isConfNew })
    // The program may lie where the owner of the data cannot read, as in a private folder of root.
    productVersion()
    readExpectedSchema(loaded.secrets.databaseUrl === undefined ? 'sqlite' : 'postgres')
    const { origin } = session
    const { installed: made, setupLink } = await actingAs(owner, () => install(loaded, origin))
    const created = isConfNew ? (['config_file', ...made.created] as const) : made.created
    const installation = { config_file: configFile, ...made, created }
    io.show(installation, () => describe(io, installation))
    warnOfPlaces(io, installation)
    await warnOfUnsavedFlags(context, installation)
    const place = placeOf(configFile, options)
    const { startCommand } = options
    if (!io.isJson) advise(io, { created, setupLink, place, config: loaded.config, startCommand })
  } catch (error) {
    if (isConfNew) removeConf(configFile)
    throw error
  }
}

/** The URL holds a password, so it is read from the settings and never from a flag. */
function requireNewConf(configFile: string): void {
  if (!existsSync(configFile)) return
  throw new CommandError(
    'usage',
    `${configFile} is there already, and --database-url writes a new one. Write the URL into a file that only the server reads, and name that in ${configFile}: SVC_DATABASE_URL_FILE=...`,
  )
}

async function ownerFrom(
  { shell, env, io }: CommandContext,
  { owner }: Options,
): Promise<HostOwner | undefined> {
  if (owner !== undefined) return findOwner(owner, { userId: shell.userId, env })
  if (shell.userId === 0) {
    io.warn('You are root, so everything will belong to root, who may not run the server.')
    io.warn('To make it for the user of the server, add: --owner svc')
  }
  return undefined
}

/** The settings stay root's, and the owner's group reads them; key and data are the owner's. */
function prepareFor(
  owner: HostOwner,
  place: {
    readonly configFile: string
    readonly isConfNew: boolean
    readonly masterKeyFile: string
    readonly dataDir: string
  },
): void {
  if (place.isConfNew) giveConfTo(place.configFile, owner)
  makeFolderFor(owner, dirname(place.masterKeyFile), 0o700)
  makeFolderFor(owner, place.dataDir, 0o700)
}

/** Also works for a settings file that does not exist yet: uses what `svc init` would write into it. */
async function printUnit(
  { io, session, env }: CommandContext,
  { config: named }: Options,
  flags: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const file = confFileFor(named, env)
  const isFileUnwritten = Boolean(named || env.SVC_CONFIG) && !existsSync(file)
  const { config } = await session.settings({ flags, isFileUnwritten })
  const installed = isFileUnwritten ? { ...config, configFile: file } : config
  io.out.write(systemdUnit(installed, { isKeySealed: isKeySealedHere(config) }))
}

function describe(io: Io, installation: Installation): string {
  const state = (part: InstalledPart) =>
    installation.created.includes(part) ? io.out.style('green', 'made ') : 'there'
  const lines = [
    `${state('config_file')}  settings     ${installation.config_file}`,
    `${state('master_key')}  master key   ${installation.master_key_file}`,
    `${state('database')}  data folder  ${installation.data_dir}`,
    `       fingerprint of the master key: ${installation.master_key_fingerprint}`,
  ]
  return `${lines.join('\n')}\n`
}

function warnOfPlaces(io: Io, { data_dir, master_key_file }: Installation): void {
  if ((statSync(data_dir).mode & 0o077) !== 0) {
    io.warn(`Other users of this machine can read ${data_dir}. Run: chmod 700 ${data_dir}`)
  }
  if (!relative(data_dir, master_key_file).startsWith('..')) {
    io.warn('The master key is in the data folder, so backups would contain it. Move it elsewhere.')
  }
}

/** An existing svc.conf is not changed, so later commands would look elsewhere without these flags. */
async function warnOfUnsavedFlags(
  { io, session }: CommandContext,
  { config_file, data_dir, master_key_file }: Installation,
): Promise<void> {
  const flags = { SVC_DATA_DIR: undefined, SVC_MASTER_KEY_FILE: undefined }
  const { config } = await session.settings({ configFile: config_file, flags })
  if (config.dataDir !== data_dir) {
    io.warn(`Other commands will not find the data folder. Add to ${config_file}:`)
    io.warn(`  SVC_DATA_DIR=${data_dir}`)
  }
  if (sourceKindOf(config) === 'file' && config.masterKeyFile !== master_key_file) {
    io.warn(`Other commands will not find the master key. Add to ${config_file}:`)
    io.warn(`  SVC_MASTER_KEY_FILE=${master_key_file}`)
  }
}

/** The data folder is in the file, and the standard file needs no --config. */
function placeOf(configFile: string, { config }: Options): Place {
  return config === undefined ? {} : { config: configFile }
}
