// Says in words why the operating system refused a file or a folder: which one, whose it is, which user was refused, and
// what to do.

import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { hasCode } from './has-code.ts'
import { shellWord } from './shell-word.ts'

/**
 * Returns undefined for an error that is no refusal, or names no path. The text names the path.
 * @param dataDir Its owner is the user of the server: nobody else is advised to take what is another's
 */
export function describeRefusedPath(error: unknown, dataDir?: string): string | undefined {
  const path = pathOf(error)
  if (path === undefined) return undefined
  const found = nearest(path)
  if (hasCode(error, 'EROFS')) {
    return `${found.path} is on a file system that is mounted read-only. Mount it for writing, or name another place.`
  }
  if (!hasCode(error, 'EACCES') && !hasCode(error, 'EPERM')) return undefined
  const user = nameOfUser(process.geteuid?.() ?? 0)
  const owner = nameOfUser(found.stats.uid)
  const mode = (found.stats.mode & 0o7777).toString(8)
  const refused = { path, found, user, mayTake: mayTake(found, dataDir) }
  const isNew = hasCall(error, 'mkdir')
  const { cannot, advice } = refusalOf(refused, isNew)
  return `The user ${user} may not ${cannot}: ${found.path} belongs to ${owner} (mode ${mode}). ${advice}`
}

interface Found {
  readonly path: string
  readonly stats: Stats
}

interface Refused {
  readonly path: string
  readonly found: Found
  /** Who was refused. */
  readonly user: string
  readonly mayTake: boolean
}

/** The user of the server may, and whoever has the folder around a file of root. */
function mayTake({ path, stats }: Found, dataDir: string | undefined): boolean {
  const user = process.geteuid?.()
  if (stats.uid === user) return false
  const isOf = (folder: string) => statOf(folder)?.uid === user
  return (dataDir !== undefined && isOf(dataDir)) || (stats.uid === root && isOf(dirname(path)))
}

function refusalOf({ path, found, user, mayTake }: Refused, isNew: boolean) {
  const taking = `chown ${user} ${shellWord(found.path)}`
  if (found.path === path) {
    const verb = may(found.stats, readBit) ? 'write' : 'read'
    const advice = mayTake ? `Give it to ${user}: ${taking}` : `${runAsOwner(found)}.`
    return { cannot: `${verb} ${path}`, advice }
  }
  if (!may(found.stats, enterBit)) {
    const advice = mayTake
      ? `Put it into a folder that ${user} may enter.`
      : `${runAsOwner(found)}.`
    return { cannot: `reach ${path}`, advice }
  }
  if (isNew) {
    const advice = `Make it as root: install -d -o ${user} -m 700 ${shellWord(path)}`
    return { cannot: `make ${path} in ${found.path}`, advice }
  }
  const advice = mayTake
    ? `Give the folder to ${user} (${taking}), or name a place in a folder that ${user} owns.`
    : `${runAsOwner(found)}, or name a place in a folder that ${user} owns.`
  return { cannot: `make files in ${found.path}`, advice }
}

function runAsOwner({ path, stats: { uid } }: Found): string {
  const user = process.geteuid?.()
  if (uid === user) return `Let its owner use it (chmod u+rwX ${shellWord(path)})`
  if (uid === root) return 'Run the command as root (sudo svc ...) or as the user of the server'
  const owner = nameOfUser(uid)
  const account = shellWord(owner === String(uid) ? `#${uid}` : owner)
  const orRoot = user === root ? '' : ' or as root'
  return `Run the command as ${owner}${orRoot} (sudo -u ${account} svc ...)`
}

function hasCall(error: unknown, call: string): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === call
}

function pathOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('path' in error)) return undefined
  return typeof error.path === 'string' ? resolve(error.path) : undefined
}

/** The path itself, or the deepest folder above it that can be seen. */
function nearest(path: string): Found {
  for (let at = path; ; at = dirname(at)) {
    const stats = statOf(at)
    if (stats !== undefined) return { path: at, stats }
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch (error) {
    if (path === '/') throw error
    return undefined
  }
}

const root = 0
const readBit = 4
const enterBit = 1

/** By the mode alone: access(2) would ask for the real user, and the effective one was refused. */
function may({ mode, uid, gid }: Stats, bit: number): boolean {
  if (uid === process.geteuid?.()) return (mode & (bit << 6)) !== 0
  const groups = [process.getegid?.(), ...(process.getgroups?.() ?? [])]
  return (mode & (groups.includes(gid) ? bit << 3 : bit)) !== 0
}

/** By number where the user has no name. */
function nameOfUser(id: number): string {
  const accounts = readAccounts().map((line) => line.split(':'))
  return accounts.find(([, , uid]) => uid === String(id))?.[0] ?? String(id)
}

function readAccounts(): readonly string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n')
  } catch {
    return []
  }
}
