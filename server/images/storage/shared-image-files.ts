// The image files in a folder that several nodes share, such as an NFS mount: never written beside a missing mount,
// read again where another node has just placed the file, and reported as unreachable while the folder is away.

import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hasCode } from '../../kernel/has-code.ts'
import type { ImageFiles } from './image-files.ts'
import { ImagesUnreachableError } from './images-unreachable.ts'

/** An empty file that the administrator makes in the shared folder: without it the folder is not mounted. */
const sharedMarker = '.svc-images'

/** The folder is not mounted, or its server does not answer. */
function unreachable(folder: string, cause?: unknown): ImagesUnreachableError {
  return new ImagesUnreachableError(
    `the folder of the images cannot be used: ${folder} has no file ${sharedMarker}, or does not answer. Mount it; for a new folder make that file once (svc help nodes)`,
    cause,
  )
}

/**
 * Another node may have placed a file that this machine's cache does not know yet: without a listing of the folder for
 * up to a minute.
 */
const readAgainAfterMs = [50, 200, 800, 2_000]
const outdatedCodes = ['ENOENT', 'ESTALE']
const awayCodes = [...outdatedCodes, 'EIO', 'ENOTCONN', 'ETIMEDOUT', 'EHOSTDOWN', 'EREMOTEIO']

/** An error that a missing mount explains is named so. */
function named(error: unknown, folder: string): unknown {
  return awayCodes.some((code) => hasCode(error, code)) ? unreachable(folder, error) : error
}

/** @param files in `folder` */
export function sharedImageFiles(files: ImageFiles, folder: string): ImageFiles {
  async function isThere(): Promise<boolean> {
    return stat(join(folder, sharedMarker)).then(
      () => true,
      () => false,
    )
  }

  async function naming<Result>(write: () => Promise<Result>): Promise<Result> {
    try {
      return await write()
    } catch (error) {
      throw named(error, folder)
    }
  }

  async function readAgain(file: string, read: () => Promise<Buffer>): Promise<Buffer> {
    for (const afterMs of readAgainAfterMs) {
      try {
        return await read()
      } catch (error) {
        // A server that does not answer took its time already.
        if (!outdatedCodes.some((code) => hasCode(error, code))) throw named(error, folder)
        await wait(afterMs)
        // Listing a folder renews what the machine knows about it.
        await readdir(dirname(join(folder, file))).catch(() => undefined)
      }
    }
    try {
      return await read()
    } catch (error) {
      const isGone = hasCode(error, 'ENOENT') && (await isThere())
      throw isGone ? error : named(error, folder)
    }
  }

  return {
    ...files,
    openSink(key, boundTo) {
      const sink = files.openSink(key, boundTo)
      return {
        write: (chunk) => naming(() => sink.write(chunk)),
        finish: () => naming(() => sink.finish()),
        abort: () => sink.abort(),
      }
    },
    readStaged: (staged, key, boundTo) => naming(() => files.readStaged(staged, key, boundTo)),
    async place(placed) {
      if (!(await isThere())) throw unreachable(folder)
      await naming(() => files.place(placed))
    },
    read: (file, key, boundTo) => readAgain(file, () => files.read(file, key, boundTo)),
    readEncrypted: (file) => readAgain(file, () => files.readEncrypted(file)),
    async placeEncrypted(file, encrypted) {
      if (!(await isThere())) throw unreachable(folder)
      await naming(() => files.placeEncrypted(file, encrypted))
    },
    // A folder that is away would look empty, and what is removed there would stay.
    async remove(removed) {
      if (!(await isThere())) throw unreachable(folder)
      return naming(() => files.remove(removed))
    },
    async prepare() {
      if (!(await isThere())) throw unreachable(folder)
      await naming(() => files.prepare())
    },
  }
}
