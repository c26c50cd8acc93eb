// Which folders the server's process sees read-only: a unit of systemd and a container show it a machine of its own.

import { readFile, realpath } from 'node:fs/promises'

/** @param pid the process of the server; undefined where the system does not say */
export async function readReadOnlyFolders(
  pid: number,
  folders: readonly string[],
): Promise<readonly string[] | undefined> {
  const text = await readFile(`/proc/${pid}/mountinfo`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // Mounts are named by real paths.
  const real = folders.map(async (folder) => [await realpath(folder).catch(() => folder), folder])
  const named = new Map((await Promise.all(real)).map(([path = '', folder = '']) => [path, folder]))
  return readOnlyAmong(text, [...named.keys()]).map((path) => named.get(path) ?? path)
}

interface Mount {
  readonly at: string
  readonly isReadOnly: boolean
}

/** @param text `/proc/PID/mountinfo` */
export function readOnlyAmong(text: string, folders: readonly string[]): readonly string[] {
  const mounts = text.split('\n').flatMap(mountOf)
  return folders.filter((folder) => mountAround(mounts, folder)?.isReadOnly)
}

/** `ID PARENT MAJOR:MINOR ROOT PLACE OPTIONS ... - TYPE SOURCE OPTIONS`; the last options are those of the file system. */
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

/** The deepest mount above the folder; of several at one place the last, which hides the others. */
function mountAround(mounts: readonly Mount[], folder: string): Mount | undefined {
  const around = mounts.filter(
    ({ at }) => at === '/' || folder === at || folder.startsWith(`${at}/`),
  )
  const deepest = Math.max(...around.map(({ at }) => at.length))
  return around.findLast(({ at }) => at.length === deepest)
}
