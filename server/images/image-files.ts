// The image files on disk: encrypted while they are uploaded, synced, and moved into place before
// the row that names them commits. Files without a row are removed by `sweepImages`.

import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createEncryptor, decrypt, type EncryptionKey, type Encryptor } from '../crypto/encrypt.ts'
import { randomToken } from '../kernel/ids.ts'

/** An image that was uploaded completely and is not part of a verification yet. */
export interface StagedFile {
  readonly path: string
  /** Size of the image in bytes, before encryption. */
  readonly bytes: number
}

/** Writes one image chunk by chunk. Not usable after `finish` or `abort`. */
interface EncryptedSink {
  write(chunk: Buffer): Promise<void>
  finish(): Promise<StagedFile>
  /** Deletes the file, also after `finish`. */
  abort(): Promise<void>
}

export interface ImageFiles {
  /** `boundTo` ties the file to its verification and role; reading needs the same. */
  openSink(key: EncryptionKey, boundTo: string): EncryptedSink
  readStaged(staged: StagedFile, key: EncryptionKey, boundTo: string): Promise<Buffer>
  /** Moves staged files to their places and makes the move last. Places are relative, `day/name`. */
  place(files: readonly { readonly staged: StagedFile; readonly file: string }[]): Promise<void>
  /** @throws DecryptError; Error with `code: 'ENOENT'` when the file is gone. */
  read(file: string, key: EncryptionKey, boundTo: string): Promise<Buffer>
  discard(staged: readonly StagedFile[]): Promise<void>
  remove(files: readonly string[]): Promise<void>
  /** Lists the files in place in batches, oldest day first. */
  list(): AsyncIterable<readonly string[]>
  /**
   * Creates and syncs the folders, and deletes what a crash left in staging. Call it once, before
   * any upload. Returns how many files it deleted.
   */
  prepare(): Promise<number>
}

const folderMode = 0o700
const fileMode = 0o600

export function imageFiles(dataDir: string): ImageFiles {
  const staging = join(dataDir, 'staging')
  const root = join(dataDir, 'images')
  return {
    openSink: (key, boundTo) => openSink(join(staging, randomToken(26)), key, boundTo),
    readStaged: async (staged, key, boundTo) => decrypt(key, await readFile(staged.path), boundTo),
    async place(files) {
      for (const { staged, file } of files) {
        await mkdir(dirname(join(root, file)), { recursive: true, mode: folderMode })
        await rename(staged.path, join(root, file))
      }
      const days = new Set(files.map(({ file }) => dirname(join(root, file))))
      for (const day of days) await syncFolder(day)
      await syncFolder(root)
    },
    read: async (file, key, boundTo) => decrypt(key, await readFile(join(root, file)), boundTo),
    async discard(staged) {
      await Promise.all(staged.map(({ path }) => rm(path, { force: true })))
    },
    async remove(files) {
      await Promise.all(files.map((file) => rm(join(root, file), { force: true })))
    },
    list: () => listFiles(root),
    async prepare() {
      await mkdir(root, { recursive: true, mode: folderMode })
      await mkdir(staging, { recursive: true, mode: folderMode })
      await syncFolder(dataDir)
      return clearFolder(staging)
    },
  }
}

function openSink(path: string, key: EncryptionKey, boundTo: string): EncryptedSink {
  const encryptor: Encryptor = createEncryptor(key, boundTo)
  const opening = openFile(path, encryptor.header)
  // The next write throws the error. Without this handler Node would end the process before that.
  opening.catch(() => undefined)
  let bytes = 0
  return {
    async write(chunk) {
      const handle = await opening
      bytes += chunk.length
      await handle.writeFile(encryptor.update(chunk))
    },
    async finish() {
      const handle = await opening
      await handle.writeFile(encryptor.finish())
      await handle.sync()
      await handle.close()
      return { path, bytes }
    },
    async abort() {
      await opening.then((handle) => handle.close()).catch(() => undefined)
      await rm(path, { force: true })
    },
  }
}

async function openFile(path: string, header: Buffer): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: folderMode })
  const handle = await open(path, 'wx', fileMode)
  await handle.writeFile(header)
  return handle
}

/** A rename survives a power cut only when its folder is synced too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function* listFiles(root: string): AsyncIterable<readonly string[]> {
  const filesAtOnce = 500
  const days = (await readFolder(root)).sort()
  for (const day of days) {
    const names = await readFolder(join(root, day))
    for (let start = 0; start < names.length; start += filesAtOnce) {
      yield names.slice(start, start + filesAtOnce).map((name) => `${day}/${name}`)
    }
    // The newest day is kept, because an image may be about to be placed there.
    const isObsolete = names.length === 0 && day !== days.at(-1)
    if (isObsolete) await rmdir(join(root, day)).catch(() => undefined)
  }
}

async function clearFolder(folder: string): Promise<number> {
  const names = await readFolder(folder)
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
  return names.length
}

async function readFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    // Ignores files that somebody put among the folders.
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}
