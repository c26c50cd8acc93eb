// Which folders the server's process sees read-only: a unit of systemd and a container show it a machine of its own.

import { realpath } from 'node:fs/promises'
import { type Mount, readMounts } from '../kernel/mounts.ts'

/** @param pid the process of the server; undefined where the system does not say */
export async function readReadOnlyFolders(
  pid: number,
  folders: readonly string[],
): Promise<readonly string[] | undefined> {
  const mounts = await readMounts(`/proc/${pid}/mountinfo`)
  if (mounts === undefined) return undefined
  // Mounts are named by real paths.
  const real = folders.map(async (folder) => [await realpath(folder).catch(() => folder), folder])
  const named = new Map((await Promise.all(real)).map(([path = '', folder = '']) => [path, folder]))
  return readOnlyAmong(mounts, [...named.keys()]).map((path) => named.get(path) ?? path)
}

export function readOnlyAmong(
  mounts: readonly Mount[],
  folders: readonly string[],
): readonly string[] {
  return folders.filter((folder) => mountAround(mounts, folder)?.isReadOnly)
}

/** The deepest mount above the folder; of several at one place the last, which hides the others. */
function mountAround(mounts: readonly Mount[], folder: string): Mount | undefined {
  const around = mounts.filter(
    ({ at }) => at === '/' || folder === at || folder.startsWith(`${at}/`),
  )
  const deepest = Math.max(...around.map(({ at }) => at.length))
  return around.findLast(({ at }) => at.length === deepest)
}
