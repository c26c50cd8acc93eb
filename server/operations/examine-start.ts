// Finds what makes a start on this machine unsafe: running as root, or files that other users can change.

import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import {
  type FoundPath,
  mayTake,
  nameOfUser,
  runAsOwner,
  takingCommand,
} from '../kernel/path-owner.ts'
import { shellWord } from '../kernel/shell-word.ts'

/** `unsafe` prevents a start; `doubtful` is only logged as a warning. */
export interface StartFinding {
  readonly severity: 'unsafe' | 'doubtful'
  readonly reason: 'root' | 'others_can_write' | 'group_can_write' | 'foreign_owner'
  /** undefined for a finding about the process. */
  readonly path: string | undefined
  /** Says what to do, in one or two sentences. */
  readonly message: string
}

interface StartFacts {
  readonly config: Pick<Config, 'dataDir' | 'masterKeyFile' | 'configFile' | 'allowRoot'>
  /** User id of this process; undefined on systems without user ids. */
  readonly userId: number | undefined
}

const root = 0
const bits = { others: 0o002, group: 0o020, sticky: 0o1000 }

/** Skips files that do not exist yet: they are created with the right modes. */
export function examineStart({ config, userId }: StartFacts): readonly StartFinding[] {
  if (userId === undefined) return []
  const { dataDir, masterKeyFile, configFile } = config
  const named = [dataDir, `${dataDir}/svc.db`, masterKeyFile, configFile]
  const paths = named.filter((path) => path !== undefined)
  const above = [dataDir, ...paths].map((path) => dirname(path)).filter((path) => path !== dataDir)
  return [
    ...(userId === root && !config.allowRoot ? [asRoot] : []),
    ...[...new Set(paths)].flatMap((path) => findingsOf(path, { userId, dataDir })),
    ...[...new Set(above)].flatMap(findingsOfFolderAbove),
  ]
}

const asRoot: StartFinding = {
  severity: 'unsafe',
  reason: 'root',
  path: undefined,
  message:
    'This process runs as root, who may do anything on this machine. Run it as its own user; if there is no other user, as in a container, set SVC_ALLOW_ROOT=yes.',
}

interface Around {
  readonly userId: number
  readonly dataDir: string
}

function findingsOf(path: string, around: Around): readonly StartFinding[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  const { mode, uid, gid } = stats
  const findings: StartFinding[] = []
  if (mode & bits.others) {
    const message = `Every user of this machine can write ${path}. Run: chmod o-w ${shellWord(path)}`
    findings.push({ severity: 'unsafe', reason: 'others_can_write', path, message })
  } else if (mode & bits.group) {
    const message = `The whole group ${gid} can write ${path}. Unless this is intended, run: chmod g-w ${shellWord(path)}`
    findings.push({ severity: 'doubtful', reason: 'group_can_write', path, message })
  }
  const { userId } = around
  if (uid !== userId && uid !== root && userId !== root) {
    const message = foreignText({ path, stats }, around)
    findings.push({ severity: 'unsafe', reason: 'foreign_owner', path, message })
  }
  return findings
}

function foreignText(found: FoundPath, around: Around): string {
  const user = nameOfUser(around.userId)
  const belongs = `${found.path} belongs to the user ${nameOfUser(found.stats.uid)}, but this process runs as ${user}.`
  return mayTake(found, around)
    ? `${belongs} Give it to ${user}: ${takingCommand(user, found.path)}`
    : `${belongs} ${runAsOwner(found, around.userId)}.`
}

/** A user who can write to a parent folder can replace our file or folder. */
function findingsOfFolderAbove(path: string): readonly StartFinding[] {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  const isOpen = (mode & bits.others) !== 0 && (mode & bits.sticky) === 0
  const message = `Every user of this machine can replace what lies in ${path}. Run: chmod o-w ${shellWord(path)}`
  return isOpen ? [{ severity: 'doubtful', reason: 'others_can_write', path, message }] : []
}
