// The multipart form of a live submission, streamed from the files themselves. Written out here, because
// Node's own FormData stream ends the program when the server refuses before it was read to its end.

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { type Fault, refuseFaults } from '../../server/kernel/app-error.ts'

/** Paths by form field; those that are undefined are left out. */
export type Pictures = Readonly<
  Record<'front_image' | 'back_image' | 'selfie_image', string | undefined>
>

export interface UploadForm {
  readonly contentType: string
  /** To be read once. */
  readonly stream: ReadableStream<Uint8Array>
}

interface Picture {
  readonly field: string
  readonly path: string
  readonly bytes: number
}

/**
 * `told` hears after each piece how many bytes of the pictures have been taken.
 * @throws AppError `invalid_request` with every file that cannot be read
 */
export async function openUploadForm(
  fields: Readonly<Record<string, string | undefined>>,
  pictures: Pictures,
  told: (takenBytes: number, totalBytes: number) => void,
): Promise<UploadForm> {
  const found = await findPictures(pictures)
  const totalBytes = found.reduce((total, picture) => total + picture.bytes, 0)
  const boundary = `svc-${randomUUID()}`
  const pieces = encode(boundary, fields, found, (takenBytes) => told(takenBytes, totalBytes))
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    stream: ReadableStream.from(pieces),
  }
}

async function findPictures(pictures: Pictures): Promise<readonly Picture[]> {
  const found: Picture[] = []
  const faults: Fault[] = []
  for (const [field, path] of Object.entries(pictures)) {
    if (path === undefined) continue
    const bytes = await sizeOf(path)
    if (bytes !== undefined) found.push({ field, path, bytes })
    else faults.push({ param: field, code: 'unreadable', message: `${path} cannot be read.` })
  }
  if (faults.length > 0) throw refuseFaults(faults)
  return found
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    await access(path, constants.R_OK)
    const status = await stat(path)
    return status.isFile() ? status.size : undefined
  } catch {
    return undefined
  }
}

/** Pictures are sent under their field's name: the name of a file may tell who the person is. */
async function* encode(
  boundary: string,
  fields: Readonly<Record<string, string | undefined>>,
  pictures: readonly Picture[],
  told: (takenBytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const head = (disposition: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) yield Buffer.from(`${head(`name="${name}"`)}${value}\r\n`)
  }
  let takenBytes = 0
  for (const { field, path } of pictures) {
    yield Buffer.from(head(`name="${field}"; filename="${field}"`))
    for await (const piece of createReadStream(path)) {
      takenBytes += piece.length
      told(takenBytes)
      yield piece
    }
    yield Buffer.from('\r\n')
  }
  yield Buffer.from(`--${boundary}--\r\n`)
}
