// Finds the owner of a path and words the command that makes it usable. Only the owner of the data folder, or of the
// folder around a file of root, is advised to chown.

import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { shellWord } from './shell-word.ts'

export interface FoundPath {
  readonly path: string
  readonly stats: Pick<Stats, 'uid' | 'gid' | 'mode' | 'isFile'>
}

const root = 0

/** The owner of the data folder may, and whoever has the folder around a file of root. */
export function mayTake(
  { path, stats }: FoundPath,
  { userId, dataDir }: { readonly userId: number; readonly dataDir: string | undefined },
): boolean {
  if (stats.uid === userId) return false
  const isOf = (folder: string) => ownerIdOf(folder) === userId
  return (dataDir !== undefined && isOf(dataDir)) || (stats.uid === root && isOf(dirname(path)))
}

/** Says with which command the path becomes usable for a user who may not take it. No sentence: it has no full stop. */
export function runAsOwner({ path, stats: { uid } }: FoundPath, userId: number): string {
  if (uid === userId) return `Let its owner use it (chmod u+rwX ${shellWord(path)})`
  if (uid === root) return 'Run the command as root (sudo svc ...) or as the user of the server'
  const orRoot = userId === root ? '' : ' or as root'
  return `Run the command as ${nameOfUser(uid)}${orRoot} (${commandOf(uid)})`
}

/** The command that runs svc as another user. */
export function commandOf(userId: number): string {
  const name = nameOfUser(userId)
  return `sudo -u ${shellWord(name === String(userId) ? `#${userId}` : name)} svc ...`
}

export function takingCommand(user: string, path: string): string {
  return `chown ${user} ${shellWord(path)}`
}

/** Returns undefined for a path that is missing or cannot be seen. */
export function ownerIdOf(path: string): number | undefined {
  try {
    return statSync(path).uid
  } catch {
    return undefined
  }
}

/** By number where the user has no name. */
export function nameOfUser(id: number): string {
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
