// Says in words why the operating system refused a file or a folder: which one, whose it is, which user was refused, and
// what to do.

import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { hasCode } from './has-code.ts'

/** Returns undefined for an error that is no refusal, or names no path. The text names the path. */
export function describeRefusedPath(error: unknown): string | undefined {
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
  const { cannot, advice } = hasCall(error, 'mkdir')
    ? newFolder(path, found, user)
    : refusalOf(path, found, user)
  return `The user ${user} may not ${cannot}: ${found.path} belongs to ${owner} (mode ${mode}). ${advice}`
}

interface Found {
  readonly path: string
  readonly stats: Stats
}

function refusalOf(path: string, found: Found, user: string) {
  if (found.path === path) {
    const verb = may(found.stats, readBit) ? 'write' : 'read'
    return { cannot: `${verb} ${path}`, advice: `Give it to ${user}: chown ${user} ${path}` }
  }
  if (!may(found.stats, enterBit)) {
    return { cannot: `reach ${path}`, advice: `Put it into a folder that ${user} may enter.` }
  }
  const advice = `Give the folder to ${user} (chown ${user} ${found.path}), or name a place in a folder that ${user} owns.`
  return { cannot: `make files in ${found.path}`, advice }
}

function newFolder(path: string, found: Found, user: string) {
  const advice = `Make it as root: install -d -o ${user} -m 700 ${path}`
  return { cannot: `make ${path} in ${found.path}`, advice }
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
