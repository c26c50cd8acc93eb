// The multipart form of a live submission, streamed from the files. Written by hand, since Node's FormData
// stream crashes the program if the server refuses before the upload is complete.

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import type { Fault } from '../../server/kernel/app-error.ts'
import { describeUnreadable } from '../../server/kernel/unreadable-file.ts'

/** Paths by form field; undefined ones are left out. */
type Images = Readonly<Record<'front_image' | 'back_image' | 'selfie_image', string | undefined>>

interface UploadForm {
  readonly contentType: string
  /** Can be read once. */
  readonly stream: ReadableStream<Uint8Array>
}

/** A file that can be read. */
export interface Image {
  readonly field: string
  readonly path: string
  readonly bytes: number
}

/** Opens the form. `onProgress` gets the number of image bytes read so far. */
export function openUploadForm(
  fields: Readonly<Record<string, string | undefined>>,
  images: readonly Image[],
  onProgress: (takenBytes: number, totalBytes: number) => void,
): UploadForm {
  const totalBytes = images.reduce((total, image) => total + image.bytes, 0)
  const boundary = `svc-${randomUUID()}`
  const pieces = encode(boundary, fields, images, (takenBytes) =>
    onProgress(takenBytes, totalBytes),
  )
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    stream: ReadableStream.from(pieces),
  }
}

interface FoundImages {
  readonly images: readonly Image[]
  /** One for every file that cannot be read. */
  readonly faults: readonly Fault[]
}

export async function findImages(paths: Images): Promise<FoundImages> {
  const images: Image[] = []
  const faults: Fault[] = []
  for (const [field, path] of Object.entries(paths)) {
    if (path === undefined) continue
    try {
      images.push({ field, path, bytes: await sizeOf(path) })
    } catch (error) {
      faults.push({ param: field, code: 'unreadable', message: describeUnreadable(path, error) })
    }
  }
  return { images, faults }
}

/** @throws errors of the file system; Error for a folder or a device */
async function sizeOf(path: string): Promise<number> {
  await access(path, constants.R_OK)
  const status = await stat(path)
  if (!status.isFile()) throw new Error('not a file')
  return status.size
}

/** Images are sent under the name of their field, since a file name may contain the customer's name. */
async function* encode(
  boundary: string,
  fields: Readonly<Record<string, string | undefined>>,
  images: readonly Image[],
  onTaken: (takenBytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const head = (disposition: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) yield Buffer.from(`${head(`name="${name}"`)}${value}\r\n`)
  }
  let takenBytes = 0
  for (const { field, path } of images) {
    yield Buffer.from(head(`name="${field}"; filename="${field}"`))
    for await (const piece of createReadStream(path)) {
      takenBytes += piece.length
      onTaken(takenBytes)
      yield piece
    }
    yield Buffer.from('\r\n')
  }
  yield Buffer.from(`--${boundary}--\r\n`)
}
