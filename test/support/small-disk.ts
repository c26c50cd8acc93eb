// Mounts a small file system in memory for a test, if this process may.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

interface SmallDisk {
  readonly folder: string
  /** Leaves `bytes` free; more than the size makes room again. */
  leave(bytes: number): void
  /** Skips the test and returns false if this system mounts a file system once and for all. */
  remount(option: string): boolean
}

/** Skips the test and returns undefined if no file system can be mounted. */
export function mountSmallDisk(t: TestContext, megabytes: number): SmallDisk | undefined {
  // Its own folder, since it can be removed only after unmounting.
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
    remount(option) {
      try {
        mount('-o', `remount,${option}`)
        return true
      } catch {
        t.skip('this process may not mount a file system with other options')
        return false
      }
    },
  }
}
