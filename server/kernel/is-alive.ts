// Whether a process of this machine still runs.

import { hasCode } from './has-code.ts'

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process exists and belongs to another user.
    return hasCode(error, 'EPERM')
  }
}
