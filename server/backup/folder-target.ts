// Backups in a folder: each file is written beside its place, synced and renamed.

import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hasCode } from '../kernel/has-code.ts'
import { randomToken } from '../kernel/ids.ts'
import { syncFolder } from '../kernel/sync-folder.ts'
import { BackupError } from './backup-error.ts'
import type { BackupTarget, TargetFile } from './backup-target.ts'

const partialPrefix = '.partial-'
const readBytes = 1024 * 1024

/** Creates the folder (mode 0700) with the first write. */
export function folderTarget(folder: string): BackupTarget {
  const placeOf = (name: string) => join(folder, name)
  return {
    label: folder,
    list: (prefix) => listFolder(folder, prefix),
    async write(name, content) {
      const place = placeOf(name)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
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
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    close: async () => {},
  }
}

async function listFolder(folder: string, prefix: string): Promise<readonly TargetFile[]> {
  const files: TargetFile[] = []
  for (const name of (await namesIn(join(folder, prefix))).sort()) {
    if (name.startsWith('.')) continue
    const found = await stat(join(folder, prefix, name)).catch(() => undefined)
    if (found?.isFile()) files.push({ name: `${prefix}${name}`, bytes: found.size })
  }
  return files
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
}

async function writeSynced(file: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    // A chunk is written while the next is being made.
    let writing: Promise<void> = Promise.resolve()
    for await (const chunk of content) {
      await writing
      writing = handle.writeFile(chunk)
      // The next await throws its error.
      writing.catch(() => {})
    }
    await writing
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* readFrom(file: string, name: string): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
    throw new BackupError('not_found', `There is no ${name} in ${dirname(file)}.`)
  })
  try {
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(readBytes), 0, readBytes)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}
