// The user of the operating system that files are made for, when root installs for another user.

import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describeRefusedPath } from '../server/kernel/refused-path.ts'
import { runTool } from '../server/kernel/run-tool.ts'
import { CommandError } from './command-error.ts'

export interface HostOwner {
  readonly userId: number
  readonly groupId: number
}

const lookUpTimeoutMs = 10_000

/** @throws CommandError `usage` if this machine has no such user, or this process may not make files for it */
export async function findOwner(
  name: string,
  {
    userId,
    env,
  }: {
    readonly userId: number | undefined
    readonly env: Readonly<Record<string, string | undefined>>
  },
): Promise<HostOwner> {
  const [user, group] = await Promise.all([lookUp('-u', name, env), lookUp('-g', name, env)])
  if (user === undefined || group === undefined) {
    throw new CommandError(
      'usage',
      `This machine has no user ${name}. Make it first: useradd --system ${name}`,
    )
  }
  if (userId !== 0 && userId !== user) {
    throw new CommandError(
      'usage',
      `Only root can make files for ${name}. Run this with sudo, or as ${name}.`,
    )
  }
  return { userId: user, groupId: group }
}

async function lookUp(
  flag: string,
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number | undefined> {
  const { status, out } = await runTool('id', [flag, '--', name], {
    env,
    timeoutMs: lookUpTimeoutMs,
  })
  return status === 0 ? Number(out.trim()) : undefined
}

/** Who owns a file or folder. */
export function ownerOf(path: string): HostOwner {
  const { uid, gid } = statSync(path)
  return { userId: uid, groupId: gid }
}

/**
 * Returns the owner of the path itself, or of the nearest folder above it that is not root's: whoever can put something
 * else in its place. Undefined if all belong to root.
 */
export function ownerOfPlace(path: string): HostOwner | undefined {
  for (let at = resolve(path); at !== dirname(at); at = dirname(at)) {
    const stats = lstatSync(at, { throwIfNoEntry: false })
    if (stats !== undefined && stats.uid !== 0) return { userId: stats.uid, groupId: stats.gid }
  }
  return undefined
}

/**
 * Runs `work` with the rights of the owner, so that every file it makes is the owner's; afterwards this process is root
 * again. Does nothing special unless this process is root.
 */
export async function actingAs<Result>(
  owner: HostOwner | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (owner === undefined || process.geteuid?.() !== 0 || owner.userId === 0) return await work()
  process.setegid?.(owner.groupId)
  process.seteuid?.(owner.userId)
  try {
    return await work()
  } catch (error) {
    // Said while this process is the owner, who was refused.
    const refusal = describeRefusedPath(error)
    throw refusal === undefined ? error : new CommandError('precondition_failed', refusal)
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
}

/** Makes a folder for the owner unless it exists. */
export function makeFolderFor(owner: HostOwner, path: string, mode: number): void {
  if (existsSync(path)) return
  mkdirSync(path, { recursive: true, mode: 0o755 })
  chmodSync(path, mode)
  chownSync(path, owner.userId, owner.groupId)
}
