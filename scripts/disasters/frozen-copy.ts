// Copies a data folder while its server stands still, so that all files are of one instant, as after a power cut.
// Linux only (/proc).

import { cpSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { noteOf, readFrozenWal } from './wal-state.ts'

const stopMsMax = 5_000

/**
 * Stops every thread of the process in the middle of whatever it does, copies the folder, and lets it go on.
 * @throws Error if the process does not stop within five seconds
 */
export async function copyFrozen(pid: number, from: string, to: string): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  try {
    const until = performance.now() + stopMsMax
    while (!isStopped(pid)) {
      if (performance.now() > until) throw new Error(`process ${pid} does not stop`)
      await wait(1)
    }
    cpSync(from, to, { recursive: true })
    cpSync(noteOf(from), noteOf(to))
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

/** Waits up to `msMax` for a checkpoint to be writing pages into the database. */
export async function untilCheckpoint(folder: string, msMax: number): Promise<void> {
  const until = performance.now() + msMax
  while (performance.now() < until) {
    const wal = readFrozenWal(folder)
    if (wal !== undefined && wal.beingCopiedFrames > wal.copiedFrames) return
    await wait(1)
  }
}

function isStopped(pid: number): boolean {
  // The state follows the name, which is in brackets.
  return /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}
