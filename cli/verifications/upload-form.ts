// The multipart form of a live submission, streamed from the files. Written by hand, since Node's FormData
// stream crashes the program if the server refuses before the upload is complete.

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { type Fault, refuseFaults } from '../../server/kernel/app-error.ts'
import { describeUnreadable } from '../../server/kernel/unreadable-file.ts'

/** Paths by form field; undefined ones are left out. */
type Images = Readonly<Record<'front_image' | 'back_image' | 'selfie_image', string | undefined>>

interface UploadForm {
  readonly contentType: string
  /** Can be read once. */
  readonly stream: ReadableStream<Uint8Array>
}

interface Image {
  readonly field: string
  readonly path: string
  readonly bytes: number
}

/**
 * Opens the form. `onProgress` gets the number of image bytes read so far.
 * @throws AppError `invalid_request` with every file that cannot be read
 */
export async function openUploadForm(
  fields: Readonly<Record<string, string | undefined>>,
  images: Images,
  onProgress: (takenBytes: number, totalBytes: number) => void,
): Promise<UploadForm> {
  const files = await findImages(images)
  const totalBytes = files.reduce((total, image) => total + image.bytes, 0)
  const boundary = `svc-${randomUUID()}`
  const pieces = encode(boundary, fields, files, (takenBytes) => onProgress(takenBytes, totalBytes))
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    stream: ReadableStream.from(pieces),
  }
}

async function findImages(images: Images): Promise<readonly Image[]> {
  const files: Image[] = []
  const faults: Fault[] = []
  for (const [field, path] of Object.entries(images)) {
    if (path === undefined) continue
    try {
      files.push({ field, path, bytes: await sizeOf(path) })
    } catch (error) {
      faults.push({ param: field, code: 'unreadable', message: describeUnreadable(path, error) })
    }
  }
  if (faults.length > 0) throw refuseFaults(faults)
  return files
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
