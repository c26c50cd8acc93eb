// Opens a bundle and plans the upgrade to it; shared by `svc upgrade check` and `apply`.

import { readFileSync, statfsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { lookAtDatabase } from '../../server/db/sqlite/look-at-database.ts'
import { parseConfFile } from '../../server/settings/conf-file.ts'
import { readDescription } from '../../server/upgrade/installation.ts'
import { makeUnpackFolder, openBundle, removeUnpacked } from '../../server/upgrade/open-bundle.ts'
import { readJournal, unfinishedUpgrade } from '../../server/upgrade/upgrade-journal.ts'
import { planUpgrade, type UpgradePlan } from '../../server/upgrade/upgrade-policy.ts'
import type { CommandContext } from '../context.ts'
import { actingAs } from '../host-owner.ts'
import { hasDatabase } from '../installed.ts'
import type { UpgradeScene } from './upgrade-context.ts'

/** Where install.sh keeps the public key of the releases. */
export const pinnedKeyFile = '/etc/svc/release.pub'

interface BundleOptions {
  readonly key: string
  /** Where the folder for unpacking is made. */
  readonly unpackIn: string
}

interface Examined {
  readonly plan: UpgradePlan
  /** The unpacked release. */
  readonly folder: string
  /** To be removed in the end. */
  readonly unpackedIn: string
}

/** @throws UpgradeError if the bundle is not to be trusted */
export async function examineBundle(
  context: CommandContext,
  scene: UpgradeScene,
  bundle: string,
  { key, unpackIn }: BundleOptions,
): Promise<Examined> {
  const into = makeUnpackFolder(unpackIn)
  try {
    return { ...(await examineIn(context, scene, bundle, { key, into })), unpackedIn: into }
  } catch (error) {
    removeUnpacked(into)
    throw error
  }
}

async function examineIn(
  { env }: CommandContext,
  scene: UpgradeScene,
  bundle: string,
  { key, into }: { readonly key: string; readonly into: string },
): Promise<Omit<Examined, 'unpackedIn'>> {
  const order = { file: resolve(bundle), keyFile: resolve(key), into, env }
  const { description, folder } = await openBundle(order)
  const { installation, config } = scene
  const installed = readDescription(join(installation.root, installation.current))
  const plan = planUpgrade({
    installed,
    offered: description,
    ...(await lookAt(scene)),
    settingsInUse: settingsIn(config.configFile),
    dataFreeBytes: freeBytes(config.dataDir),
    releaseFreeBytes: freeBytes(installation.root),
    isUnfinished: unfinishedUpgrade(readJournal(installation.root)) !== undefined,
  })
  return { plan, folder }
}

async function lookAt({ config, owner }: UpgradeScene) {
  const isThere = await hasDatabase(config)
  if (!isThere) return { rows: new Map<string, number>(), schemaVersion: 0, databaseBytes: 0 }
  const look = await actingAs(owner, () => lookAtDatabase(join(config.dataDir, 'svc.db')))
  return { rows: look.rows, schemaVersion: look.schemaVersion, databaseBytes: look.bytes }
}

function settingsIn(file: string | undefined): readonly string[] {
  if (file === undefined) return []
  const { values } = parseConfFile(readFileSync(file, 'utf8'))
  // A secret may stand in a file of its own: NAME_FILE.
  return [...values.keys()].flatMap((name) => [name, name.replace(/_FILE$/, '')])
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return freeBytes(dirname(folder))
  }
}
