// Reads which file systems a process has mounted where, from `/proc/PID/mountinfo`.

import { lstat, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

export interface Mount {
  readonly at: string
  readonly isReadOnly: boolean
}

/** @param file `/proc/PID/mountinfo`. Returns undefined where the system does not say. */
export async function readMounts(file: string): Promise<readonly Mount[] | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : parseMounts(text)
}

/** @param text of `/proc/PID/mountinfo` */
export function parseMounts(text: string): readonly Mount[] {
  return text.split('\n').flatMap(mountOf)
}

/**
 * Whether something is mounted just at the folder, which then cannot be renamed. A subvolume of btrfs has a device of
 * its own as well and can be.
 */
export async function isMountPoint(
  folder: string,
  file = '/proc/self/mountinfo',
): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  if (found === undefined) return false
  // Mounts are named by real paths. A link to one can be renamed.
  const above = await realpath(dirname(folder))
  const mounts = await readMounts(file)
  if (mounts === undefined) return found.dev !== (await lstat(above)).dev
  return mounts.some(({ at }) => at === join(above, basename(folder)))
}

/**
 * `ID PARENT MAJOR:MINOR ROOT PLACE OPTIONS ... - TYPE SOURCE OPTIONS`; the last options are those of the file system.
 */
function mountOf(line: string): readonly Mount[] {
  const words = line.split(' ')
  const [at, options] = words.slice(4)
  if (at === undefined || options === undefined) return []
  const isReadOnly = [options, words.at(-1) ?? ''].some((list) => list.split(',').includes('ro'))
  return [{ at: unescaped(at), isReadOnly }]
}

/** Blanks and backslashes are written as `\040`. */
function unescaped(place: string): string {
  return place.replace(/\\([0-7]{3})/g, (_, digits) => String.fromCharCode(parseInt(digits, 8)))
}
