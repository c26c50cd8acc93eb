// Says in words why the operating system refused a file or a folder: which one, whose it is, which user was refused,
// and what to do.

import { type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { hasCode } from './has-code.ts'
import { type FoundPath, mayTake, nameOfUser, runAsOwner, takingCommand } from './path-owner.ts'
import { shellWord } from './shell-word.ts'

/**
 * Returns undefined for an error that is no refusal, or names no path. The text names the path.
 * @param dataDir Its owner is the user of the server: nobody else is advised to take what is another's
 */
export function describeRefusedPath(error: unknown, dataDir?: string): string | undefined {
  const path = pathOf(error)
  if (path === undefined) return undefined
  if (hasCode(error, 'EROFS')) {
    return `${nearest(path).path} is on a file system that is mounted read-only, or read-only to the unit of the server (svc help install, "The unit"). Mount it for writing, or name another place.`
  }
  if (!hasCode(error, 'EACCES') && !hasCode(error, 'EPERM')) return undefined
  return describeRefusal(path, { dataDir, isNew: hasCall(error, 'mkdir') })
}

/**
 * Describes the refusal of a path without an error that names it.
 * @param about `dataDir` as above; `isNew` of a folder that was to be made
 */
export function describeRefusal(
  path: string,
  { dataDir, isNew = false }: { readonly dataDir: string | undefined; readonly isNew?: boolean },
): string {
  const found = nearest(path)
  const userId = process.geteuid?.() ?? root
  const user = nameOfUser(userId)
  const owner = nameOfUser(found.stats.uid)
  const mode = (found.stats.mode & 0o7777).toString(8)
  const refused = { path, found, userId, user, mayTake: mayTake(found, { userId, dataDir }) }
  const { cannot, advice } = refusalOf(refused, isNew)
  return `The user ${user} may not ${cannot}: ${found.path} belongs to ${owner} (mode ${mode}). ${advice}`
}

/**
 * The user of install.sh and of the unit. A command that root runs becomes this user, so "run it as root" is no advice.
 */
const serverUser = 'svc'
const became = 'A command that root runs becomes this user, too.'

interface Refused {
  readonly path: string
  readonly found: FoundPath
  /** Who was refused. */
  readonly userId: number
  readonly user: string
  readonly mayTake: boolean
}

/** @param isNew of a folder that was to be made */
export function refusalOf({ path, found, userId, user, mayTake }: Refused, isNew: boolean) {
  const taking = takingCommand(user, found.path)
  const isServer = user === serverUser && found.stats.uid === root && userId !== root
  const asOwner = isServer ? adviceToServer(path, found) : `${runAsOwner(found, userId)}.`
  if (found.path === path) {
    const verb = may(found.stats, readBit) ? 'write' : 'read'
    const advice =
      mayTake || (isServer && verb === 'write') ? `Give it to ${user}: ${taking}` : asOwner
    return { cannot: `${verb} ${path}`, advice }
  }
  if (!may(found.stats, enterBit)) {
    const advice = mayTake ? `Put it into a folder that ${user} may enter.` : asOwner
    return { cannot: `reach ${path}`, advice }
  }
  if (isNew) {
    const advice = `Make it as root: install -d -o ${user} -m 700 ${shellWord(path)}`
    return { cannot: `make ${path} in ${found.path}`, advice }
  }
  const orElse = `name a place in a folder that ${user} owns.`
  const first = mayTake ? `Give the folder to ${user} (${taking})` : runAsOwner(found, userId)
  const advice = isServer && !mayTake ? `${became} So ${orElse}` : `${first}, or ${orElse}`
  return { cannot: `make files in ${found.path}`, advice }
}

/**
 * Of what root keeps, such as the secret key of age in root's home; nobody can say whether a file is there to be read.
 */
function adviceToServer(path: string, found: FoundPath): string {
  if (found.path === path && !found.stats.isFile()) {
    return `${became} Name a place that this user owns.`
  }
  const copy = `install -o ${serverUser} -m 600 ${shellWord(path)} /run/`
  const place =
    found.path === path ? '' : 'Name a place that this user may reach, or, to have it read: '
  return `${became} ${place}${place === '' ? 'Copy' : 'copy'} it to where that user may read it (${copy}), and remove the copy afterwards.`
}

function hasCall(error: unknown, call: string): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === call
}

function pathOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('path' in error)) return undefined
  return typeof error.path === 'string' ? resolve(error.path) : undefined
}

/** The path itself, or the deepest folder above it that can be seen. */
function nearest(path: string): FoundPath {
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
function may({ mode, uid, gid }: FoundPath['stats'], bit: number): boolean {
  if (uid === process.geteuid?.()) return (mode & (bit << 6)) !== 0
  const groups = [process.getegid?.(), ...(process.getgroups?.() ?? [])]
  return (mode & (groups.includes(gid) ? bit << 3 : bit)) !== 0
}
