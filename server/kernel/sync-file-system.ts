// Makes everything that was written to a file system durable in one step, which for thousands of new files takes a
// fraction of syncing each of them.

import { hourMs } from './durations.ts'
import { runTool } from './run-tool.ts'

/** A disk that takes an hour to write what is waiting has failed. */
const timeoutMs = hourMs

/**
 * Runs `sync -f` (syncfs(2)) on the file system of a folder. Linux reports errors of writing from 5.8 on.
 * @returns false if this machine has no such command or it failed: sync each file instead
 */
export async function syncFileSystem(folder: string): Promise<boolean> {
  const { status } = await runTool('sync', ['-f', folder], {
    env: { PATH: '/usr/bin:/bin' },
    timeoutMs,
  })
  return status === 0
}
