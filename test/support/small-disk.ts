// A file system of its own size for a test: real, in memory, where this process may mount one.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

export interface SmallDisk {
  readonly folder: string
  /** Leaves so many bytes free; more than there are: makes room again. */
  leave(bytes: number): void
  remount(mode: 'ro' | 'rw'): void
}

/** Undefined where no file system can be mounted: the test is skipped, and says so. */
export function mountSmallDisk(t: TestContext, megabytes: number): SmallDisk | undefined {
  // A folder of its own: it can be removed only once nothing is mounted there.
  const folder = mkdtempSync(join(tmpdir(), 'svc-disk-'))
  const mount = (...args: readonly string[]) =>
    execFileSync('mount', [...args, folder], { stdio: 'ignore' })
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs')
  } catch {
    rmSync(folder, { recursive: true })
    t.skip('this process may not mount a file system')
    return undefined
  }
  t.after(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })
  const filler = join(folder, 'filler')
  return {
    folder,
    leave(bytes) {
      rmSync(filler, { force: true })
      const { bavail, bsize } = statfsSync(folder)
      const surplus = bavail * bsize - bytes
      if (surplus > 0) writeFileSync(filler, Buffer.alloc(surplus))
    },
    remount: (mode) => mount('-o', `remount,${mode}`),
  }
}
