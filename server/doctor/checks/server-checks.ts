// Checks of the server's process: its user, whether it is alone on the data folder, versions, and the modes and owners
// of its files.

import { readFileSync } from 'node:fs'
import { findLockOwner, type LockOwner } from '../../db/lock-owner.ts'
import { serverLockFile } from '../../db/server-lock.ts'
import { isRecentEnough } from '../../db/sqlite/connection.ts'
import { anywhere, withSettings } from '../doctor-scene.ts'
import { type DoctorOutcome, failed, skipped, warning, well } from '../outcome.ts'
import { commandsFor, findPathFaults, type PathFault } from '../path-faults.ts'
import { readUserOf } from '../proc-facts.ts'

const root = 0

export const serverChecks = {
  user: withSettings(async ({ serverPid, config: { allowRoot } }) => {
    if (serverPid === undefined) return skipped('no_server')
    return judgeUser(await readUserOf(serverPid), allowRoot)
  }),
  single_server: withSettings(({ isServing, serverPid: pid, config: { dataDir } }) => {
    const isUnnamed = isServing && pid === undefined
    const owner = isUnnamed ? findLockOwner(serverLockFile(dataDir)) : undefined
    return judgeServer({ isServing, pid, owner })
  }),
  versions: anywhere(({ database }) =>
    judgeVersions({ node: process.versions.node, sqlite: database?.sqliteVersion() }, nodeFloor()),
  ),
  paths: withSettings(({ config, userId }) => {
    if (userId === undefined) return skipped('not_on_this_system')
    return judgePaths(findPathFaults(config, userId))
  }),
}

export function judgeUser(userId: number | undefined, mayBeRoot: boolean): DoctorOutcome {
  if (userId === undefined) return skipped('not_on_this_system')
  if (userId !== root) return well({ values: { user_id: userId } })
  return mayBeRoot ? warning('root_allowed') : failed('root')
}

interface HolderFacts {
  readonly isServing: boolean
  /** undefined if the holder of the lock has not written which it is. */
  readonly pid: number | undefined
  /** Who has the lock open then, if that can be seen. */
  readonly owner: LockOwner | undefined
}

/** A server that is down is no finding: `svc status` reports that, and checks are useful before a start. */
export function judgeServer({ isServing, pid, owner }: HolderFacts): DoctorOutcome {
  if (!isServing) return well({}, 'not_running')
  if (pid !== undefined) return well({ values: { pid } })
  if (owner === undefined) return warning('unnamed')
  return warning('not_serving', { values: { pid: owner.pid, program: owner.program } })
}

interface Versions {
  readonly node: string
  /** undefined without a database. */
  readonly sqlite: string | undefined
}

export function judgeVersions({ node, sqlite }: Versions, floor: string): DoctorOutcome {
  if (!isAtLeast(node, floor)) return failed('old_node', { values: { node, floor } })
  if (sqlite === undefined) return well({ values: { node } }, 'node')
  const values = { node, sqlite }
  return isRecentEnough(sqlite) ? well({ values }) : failed('old_sqlite', { values })
}

function isAtLeast(version: string, floor: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [floorMajor = 0, floorMinor = 0] = floor.split('.').map(Number)
  return major > floorMajor || (major === floorMajor && minor >= floorMinor)
}

/** Returns the oldest Node that package.json allows (`>=22.22`). */
function nodeFloor(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  const { engines }: { engines: { node: string } } = JSON.parse(text)
  return engines.node.replace('>=', '')
}

export function judgePaths(faults: readonly PathFault[]): DoctorOutcome {
  if (faults.length === 0) return well()
  const more = { values: { count: faults.length }, items: commandsFor(faults) }
  return faults.some(({ isUnsafe }) => isUnsafe) ? failed('unsafe', more) : warning('wide', more)
}
