// Backups in a folder: each file is written beside its place, synced and renamed.

import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hasCode } from '../../kernel/has-code.ts'
import { randomToken } from '../../kernel/ids.ts'
import { syncFolder } from '../../kernel/sync.ts'
import { BackupError } from '../backup-error.ts'
import { readFileChunks } from '../file-chunks.ts'
import { writeSynced } from '../write-synced.ts'
import type { BackupTarget, TargetFile } from './backup-target.ts'

const partialPrefix = '.partial-'
/** The folder must be there, unless `make` is called: a missing one may be a disk that is not mounted. */
export function folderTarget(folder: string): BackupTarget {
  const placeOf = (name: string) => join(folder, name)
  return {
    label: folder,
    place: { to: folder, s3: undefined, ownPorts: [] },
    make: () => makeFolder(folder),
    list: (prefix) => listFolder(folder, prefix),
    async write(name, content) {
      const place = placeOf(name)
      if (dirname(place) !== folder) await makeBelow(folder, dirname(place))
      const partial = join(dirname(place), `${partialPrefix}${randomToken(12)}-${basename(name)}`)
      try {
        await writeSynced(partial, content)
        await rename(partial, place)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
      await syncFolder(dirname(place))
    },
    read: (name) => readFrom(placeOf(name), name),
    remove: (name) => rm(placeOf(name), { force: true }),
    async sweep() {
      for (const some of [folder, join(folder, 'packs')]) {
        const names = await namesIn(some)
        const partials = names.filter((name) => name.startsWith(partialPrefix))
        for (const name of partials) await rm(join(some, name), { force: true })
      }
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    close: async () => {},
  }
}

async function listFolder(folder: string, prefix: string): Promise<readonly TargetFile[]> {
  if (prefix === '') await assertFolder(folder)
  const files: TargetFile[] = []
  for (const name of (await namesIn(join(folder, prefix))).sort()) {
    if (name.startsWith('.')) continue
    const found = await stat(join(folder, prefix, name)).catch(() => undefined)
    if (found?.isFile()) files.push({ name: `${prefix}${name}`, bytes: found.size })
  }
  return files
}

async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined) await syncFolder(dirname(made))
  await assertFolder(folder)
}

/** Makes a folder of the place, never the place itself. */
async function makeBelow(folder: string, below: string): Promise<void> {
  await assertFolder(folder)
  await mkdir(below, { recursive: true, mode: 0o700 })
}

/** @throws BackupError `place_missing`, `target_unusable` */
async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'ENOTDIR')) throw error
  })
  if (found?.isDirectory()) return
  if (found !== undefined) {
    throw new BackupError(
      'target_unusable',
      `${folder} is a file and no folder. Name the folder of the backups in SVC_BACKUP_TO.`,
    )
  }
  throw new BackupError(
    'place_missing',
    `There is no folder ${folder}. If it is on another disk, mount that (findmnt, mount -a).`,
  )
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
}

async function* readFrom(file: string, name: string): AsyncGenerator<Buffer> {
  try {
    yield* readFileChunks(file)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    throw new BackupError('not_found', `There is no ${name} in ${dirname(file)}.`)
  }
}
