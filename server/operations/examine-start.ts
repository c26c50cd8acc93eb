// What of this machine makes a start unsafe: a process with every right, or files that others can change.

import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'

/** `unsafe` keeps an appliance from starting; `doubtful` is only told. */
export interface StartFinding {
  readonly severity: 'unsafe' | 'doubtful'
  readonly reason: 'root' | 'others_can_write' | 'group_can_write' | 'foreign_owner'
  /** undefined where it is about the process. */
  readonly path: string | undefined
  /** A sentence or two that say what to do. */
  readonly message: string
}

export interface StartFacts {
  readonly config: Pick<Config, 'dataDir' | 'masterKeyFile' | 'configFile' | 'allowRoot'>
  /** Of this process; undefined where the system has no such numbers. */
  readonly userId: number | undefined
}

const root = 0
const bits = { others: 0o002, group: 0o020, sticky: 0o1000 }

/** What is not there yet is left out: it is made with the right modes. */
export function examineStart({ config, userId }: StartFacts): readonly StartFinding[] {
  if (userId === undefined) return []
  const { dataDir, masterKeyFile, configFile } = config
  const named = [dataDir, `${dataDir}/svc.db`, masterKeyFile, configFile]
  const paths = named.filter((path) => path !== undefined)
  const above = [dataDir, ...paths].map((path) => dirname(path)).filter((path) => path !== dataDir)
  return [
    ...(userId === root && !config.allowRoot ? [asRoot] : []),
    ...[...new Set(paths)].flatMap((path) => findingsOf(path, userId)),
    ...[...new Set(above)].flatMap(findingsOfFolderAbove),
  ]
}

const asRoot: StartFinding = {
  severity: 'unsafe',
  reason: 'root',
  path: undefined,
  message:
    'This process runs as root, who may do anything on this machine. Run it as a user of its own; where there is no other, as in a container, set SVC_ALLOW_ROOT=yes.',
}

function findingsOf(path: string, userId: number): readonly StartFinding[] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return []
  const { mode, uid } = found
  const findings: StartFinding[] = []
  if (mode & bits.others) {
    const message = `Every user of this machine can write ${path}. Run: chmod o-w ${path}`
    findings.push({ severity: 'unsafe', reason: 'others_can_write', path, message })
  } else if (mode & bits.group) {
    const message = `The whole group ${found.gid} can write ${path}. Unless that is meant, run: chmod g-w ${path}`
    findings.push({ severity: 'doubtful', reason: 'group_can_write', path, message })
  }
  if (uid !== userId && uid !== root && userId !== root) {
    const message = `${path} belongs to user ${uid}, and this process runs as user ${userId}. Run it as user ${uid}, or: chown ${userId} ${path}`
    findings.push({ severity: 'unsafe', reason: 'foreign_owner', path, message })
  }
  return findings
}

/** Whoever can write there can put another file or folder in the place of ours. */
function findingsOfFolderAbove(path: string): readonly StartFinding[] {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  const isOpen = (mode & bits.others) !== 0 && (mode & bits.sticky) === 0
  const message = `Every user of this machine can replace what lies in ${path}. Run: chmod o-w ${path}`
  return isOpen ? [{ severity: 'doubtful', reason: 'others_can_write', path, message }] : []
}
