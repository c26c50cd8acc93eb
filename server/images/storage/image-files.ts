// The image files on disk: encrypted while they are uploaded, synced, and moved into place before
// the row that names them commits. Files without a row are removed by `sweepImages`.

import { type FileHandle, mkdir, open, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  createEncryptor,
  decrypt,
  type EncryptionKey,
  type Encryptor,
} from '../../crypto/encrypt.ts'
import { freeBuffer } from '../../kernel/free-buffer.ts'
import { hasCode } from '../../kernel/has-code.ts'
import { randomToken } from '../../kernel/ids.ts'
import { syncFolder } from '../../kernel/sync.ts'
import { folderMode, imagePlaces, isMissing } from './image-places.ts'

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
  /** Returns the file as it is stored, encrypted. @throws Error with `code: 'ENOENT'` when the file is gone. */
  readEncrypted(file: string): Promise<Buffer>
  /** Puts an encrypted file in place for good; one of the same name is replaced. */
  placeEncrypted(file: string, encrypted: Buffer): Promise<void>
  discard(staged: readonly StagedFile[]): Promise<void>
  /** Returns the files that could not be deleted for good, because a store keeps their versions for a time. */
  remove(files: readonly string[]): Promise<readonly string[]>
  /** Lists the files in place in batches, oldest day first. */
  list(): AsyncIterable<readonly string[]>
  /** Creates and syncs the folders. Call it once, before any upload. */
  prepare(): Promise<void>
  /**
   * Deletes what dead nodes left in staging; returns how many files. `deadAmong` returns those of the nodes that are
   * dead, and never this one.
   */
  clearStaging(deadAmong: DeadAmong): Promise<number>
}

type DeadAmong = (nodeIds: readonly string[]) => Promise<readonly { readonly id: string }[]>

const fileMode = 0o600

/** Bytes of one image that are collected before they are written: fewer calls, and little memory for each upload. */
const writeBytes = 512 * 1024

/**
 * @param nodeId begins the names of staged files, because nodes may share the folder; any name where nothing is staged
 * @param imagesDir in the place of the folder `images` of the data folder. Staging is in it then: a file is moved
 * within one file system only.
 */
export function imageFiles(dataDir: string, nodeId: string, imagesDir?: string): ImageFiles {
  const staging = imagesDir === undefined ? join(dataDir, 'staging') : join(imagesDir, '.staging')
  const root = imagesDir ?? join(dataDir, 'images')
  const makesStaging = imagesDir === undefined
  const places = imagePlaces(root)
  return {
    openSink: (key, boundTo) =>
      openSink(join(staging, `${nodeId}-${randomToken(26)}`), key, { boundTo, makesStaging }),
    readStaged: (staged, key, boundTo) => readEncrypted(staged.path, key, boundTo),
    place: (files) => places.move(files.map(({ staged, file }) => ({ from: staged.path, file }))),
    read: (file, key, boundTo) => readEncrypted(join(root, file), key, boundTo),
    readEncrypted: (file) => readFile(join(root, file)),
    async placeEncrypted(file, encrypted) {
      const from = join(staging, `${nodeId}-${randomToken(26)}`)
      try {
        await writeSynced(from, encrypted, makesStaging)
        await places.move([{ from, file }])
      } finally {
        await rm(from, { force: true })
      }
    },
    async discard(staged) {
      await Promise.all(staged.map(({ path }) => rm(path, { force: true })))
    },
    async remove(files) {
      await Promise.all(files.map((file) => rm(join(root, file), { force: true })))
      return []
    },
    list: () => listFiles(root),
    async prepare() {
      await mkdir(root, { recursive: true, mode: folderMode })
      await mkdir(staging, { recursive: true, mode: folderMode })
      await syncFolder(imagesDir ?? dataDir)
    },
    clearStaging: (deadAmong) => clearFolder(staging, deadAmong),
  }
}

async function readEncrypted(path: string, key: EncryptionKey, boundTo: string): Promise<Buffer> {
  const encrypted = await readFile(path)
  try {
    return decrypt(key, encrypted, boundTo)
  } finally {
    freeBuffer(encrypted)
  }
}

interface SinkPlace {
  readonly boundTo: string
  /** Whether a missing folder is made: not on a share, where it means that the share is away. */
  readonly makesStaging: boolean
}

function openSink(
  path: string,
  key: EncryptionKey,
  { boundTo, makesStaging }: SinkPlace,
): EncryptedSink {
  const encryptor: Encryptor = createEncryptor(key, boundTo)
  const opening = openFile(path, makesStaging)
  // The next write throws the error. Without this handler Node would end the process before that.
  opening.catch(() => undefined)
  let isAborted = false
  let bytes = 0
  let unwritten: Buffer[] = [encryptor.header]
  let unwrittenBytes = 0

  async function flush(): Promise<void> {
    const parts = unwritten
    unwritten = []
    unwrittenBytes = 0
    await writeAll(await opening, parts)
    for (const part of parts) freeBuffer(part)
  }

  return {
    async write(chunk) {
      await opening
      if (isAborted) throw new Error('the image was aborted')
      bytes += chunk.length
      unwritten.push(encryptor.update(chunk))
      unwrittenBytes += chunk.length
      if (unwrittenBytes >= writeBytes) await flush()
    },
    async finish() {
      unwritten.push(encryptor.finish())
      await flush()
      const handle = await opening
      await handle.sync()
      await handle.close()
      return { path, bytes }
    },
    async abort() {
      isAborted = true
      await opening.then((handle) => handle.close()).catch(() => undefined)
      await rm(path, { force: true })
    },
  }
}

async function writeSynced(path: string, content: Buffer, makesFolder: boolean): Promise<void> {
  const handle = await openFile(path, makesFolder)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function openFile(path: string, makesFolder: boolean): Promise<FileHandle> {
  if (!makesFolder) return open(path, 'wx', fileMode)
  const opened = await open(path, 'wx', fileMode).catch(() => undefined)
  if (opened !== undefined) return opened
  await mkdir(dirname(path), { recursive: true, mode: folderMode })
  return open(path, 'wx', fileMode)
}

/** Writes the parts in one call of the system, or in several where it takes only a part of them. */
async function writeAll(handle: FileHandle, parts: readonly Buffer[]): Promise<void> {
  let left = parts.filter(({ length }) => length > 0)
  while (left.length > 0) {
    let { bytesWritten } = await handle.writev(left)
    const next: Buffer[] = []
    for (const part of left) {
      if (bytesWritten < part.length) next.push(part.subarray(bytesWritten))
      bytesWritten = Math.max(0, bytesWritten - part.length)
    }
    left = next
  }
}

function stagingNodeOf(name: string): string {
  return name.split('-', 1)[0] ?? ''
}

async function* listFiles(root: string): AsyncIterable<readonly string[]> {
  const filesAtOnce = 500
  const days = (await readFolder(root)).filter((name) => !isHidden(name)).sort()
  for (const day of days) {
    const names = (await readFolder(join(root, day))).filter((name) => !isHidden(name))
    for (let start = 0; start < names.length; start += filesAtOnce) {
      yield names.slice(start, start + filesAtOnce).map((name) => `${day}/${name}`)
    }
    // The newest day is kept, because an image may be about to be placed there.
    const isObsolete = names.length === 0 && day !== days.at(-1)
    if (isObsolete) await rmdir(join(root, day)).catch(() => undefined)
  }
}

/**
 * Staging and the marker of a shared folder, or what an NFS client keeps of a deleted file until its last reader ends.
 */
function isHidden(name: string): boolean {
  return name.startsWith('.')
}

async function clearFolder(folder: string, deadAmong: DeadAmong): Promise<number> {
  const all = await readFolder(folder)
  const dead = await deadAmong([...new Set(all.map(stagingNodeOf))])
  const deadIds = new Set(dead.map(({ id }) => id))
  const names = all.filter((name) => deadIds.has(stagingNodeOf(name)))
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
  return names.length
}

async function readFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    // Ignores files that somebody put among the folders.
    const isFile = hasCode(error, 'ENOTDIR')
    if (isFile || isMissing(error)) return []
    throw error
  }
}
