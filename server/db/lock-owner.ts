// Finds the process that has a lock file open, for a lock whose holder has not written its name. Sees only processes
// that this user may inspect.

import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'

export interface LockOwner {
  readonly pid: number
  /** Its program and the first word of its command: `svc serve`. */
  readonly program: string
}

/**
 * Returns undefined if there is none besides this process, and on systems without /proc. A process that is refused the
 * lock at this moment has the file open, too, and may be returned in its place.
 */
export function findLockOwner(file: string): LockOwner | undefined {
  const path = attempt(() => realpathSync(file))
  if (path === undefined) return undefined
  const pids = attempt(() => readdirSync('/proc')) ?? []
  const holds = (pid: string) => {
    const descriptors = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? []
    return descriptors.some((fd) => attempt(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) === path)
  }
  const pid = pids.find((name) => /^\d+$/.test(name) && Number(name) !== process.pid && holds(name))
  if (pid === undefined) return undefined
  const line = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? ''
  return { pid: Number(pid), program: programOf(line.split('\0').filter(Boolean)) }
}

/** Its first word only: what follows may be a name. */
export function programOf(words: readonly string[]): string {
  const scriptAt = words.findIndex((word, at) => at > 0 && !word.startsWith('-'))
  const isNode = basename(words[0] ?? '') === 'node' && scriptAt > 0
  const [program = 'unknown', first = ''] = isNode ? words.slice(scriptAt) : words
  const command = /^[a-z]+(?:-[a-z]+)*$/.test(first) ? [first] : []
  return [basename(program).replace(/\.js$/, ''), ...command].join(' ')
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    // The process has ended, or belongs to somebody else.
    return undefined
  }
}
