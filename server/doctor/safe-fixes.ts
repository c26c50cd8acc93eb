// Repairs that cannot harm: modes of own files, missing folders, statistics of the database, leftovers in staging
// while no server runs. Each says what it did.

import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { holdServerLock, ServerLockedError, serverLockFile } from '../db/server-lock.ts'
import { openDb } from '../db/sqlite/open-db.ts'
import type { CheckedInstallation, DoctorScene } from './doctor-scene.ts'
import { commandsFor, findPathFaults } from './path-faults.ts'

/**
 * `chmod`: took rights away from other users. `folder`: made one. `statistics`: of the query planner. `staging`:
 * deleted uploads that a crash left.
 */
type FixKind = 'chmod' | 'folder' | 'statistics' | 'staging'

export interface Fix {
  readonly kind: FixKind
  readonly path: string
  /** The command of a change of modes. */
  readonly command: string | undefined
  /** How many files, for `staging`. */
  readonly count: number
}

const root = 0

/** Returns what was repaired. Nothing is repaired in a folder that is no installation. */
export async function fixSafely(scene: DoctorScene): Promise<readonly Fix[]> {
  const { installation, userId } = scene
  // A mistyped folder must not become an installation.
  if (installation === undefined || scene.databaseFault !== undefined) return []
  return [
    ...(userId === undefined ? [] : fixModes(installation, userId)),
    ...makeFolders(installation, userId),
    ...clearStaging(installation, userId),
    // A database of another schema is for another release.
    ...(scene.db === undefined ? [] : await optimise(installation)),
  ]
}

/** Takes rights away only from paths that this user owns, and follows no link. */
function fixModes({ config }: CheckedInstallation, userId: number): readonly Fix[] {
  const own = findPathFaults(config, userId).filter(
    ({ kind, ownerId, path }) =>
      kind === 'mode' && (ownerId === userId || userId === root) && isPlain(path),
  )
  const inside = own.filter(({ path }) => isOurs(path, config))
  for (const { path, surplus } of inside) chmodSync(path, lstatSync(path).mode & 0o7777 & ~surplus)
  const commands = commandsFor(inside)
  return inside.map(({ path }, index) => ({
    kind: 'chmod',
    path,
    command: commands[index],
    count: 1,
  }))
}

/** Folders above the installation belong to the machine: only an operator changes them. */
function isOurs(
  path: string,
  { dataDir, masterKeyFile, configFile }: CheckedInstallation['config'],
) {
  return (
    path === dataDir || path.startsWith(`${dataDir}/`) || [masterKeyFile, configFile].includes(path)
  )
}

function isPlain(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats !== undefined && !stats.isSymbolicLink()
}

/** Root would make folders that the server cannot write. */
function makeFolders(
  { config: { dataDir } }: CheckedInstallation,
  userId: number | undefined,
): readonly Fix[] {
  if (!isOwn(dataDir, userId)) return []
  const missing = ['images', 'staging']
    .map((name) => join(dataDir, name))
    .filter((path) => !existsSync(path))
  for (const path of missing) mkdirSync(path, { mode: 0o700 })
  return missing.map((path) => ({ kind: 'folder', path, command: undefined, count: 1 }))
}

/** Holds the lock of the server meanwhile, so that no upload can begin. */
function clearStaging(
  { config: { dataDir } }: CheckedInstallation,
  userId: number | undefined,
): readonly Fix[] {
  const path = join(dataDir, 'staging')
  if (!isOwn(dataDir, userId)) return []
  const names = existsSync(path) ? readdirSync(path) : []
  if (names.length === 0) return []
  try {
    const lock = holdServerLock(serverLockFile(dataDir))
    try {
      for (const name of names) rmSync(join(path, name), { force: true })
    } finally {
      lock.release()
    }
  } catch (error) {
    if (error instanceof ServerLockedError) return []
    throw error
  }
  return [{ kind: 'staging', path, command: undefined, count: names.length }]
}

function isOwn(path: string, userId: number | undefined): boolean {
  return userId === undefined || lstatSync(path).uid === userId
}

async function optimise({ databaseFile: path }: CheckedInstallation): Promise<readonly Fix[]> {
  const db = openDb(path)
  try {
    db.optimize()
  } finally {
    await db.close()
  }
  return [{ kind: 'statistics', path, command: undefined, count: 1 }]
}
