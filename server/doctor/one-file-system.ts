// Whether two folders lie on one file system. Two file systems may still share a disk.

import { stat } from 'node:fs/promises'

/** False also where a path is no folder of this machine, or cannot be looked at. */
export async function isOnOneFileSystem(one: string, other: string): Promise<boolean> {
  const [device, otherDevice] = await Promise.all([deviceOf(one), deviceOf(other)])
  return device !== undefined && device === otherDevice
}

async function deviceOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).dev
  } catch {
    return undefined
  }
}
