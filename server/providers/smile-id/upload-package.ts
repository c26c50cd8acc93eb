// Builds the zip of a submission: info.json, then the images, stored uncompressed. It streams from
// the buffers of the images, so nothing is in memory twice.

import { type Readable, Transform } from 'node:stream'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import yazl from 'yazl'
import { fieldNamesIn } from '../../egress/field-names.ts'
import type { ImageRole, ProviderImage, ProviderSubmission } from '../provider.ts'
import { documentCodes } from './document-codes.ts'

interface UploadPackage {
  readonly stream: Readable
  /** Exact length of the stream; the storage behind the link requires a Content-Length. */
  readonly bytes: number
  /** The names of its files and of the fields in info.json, such as `info.json/id_info.country`. */
  readonly fieldNames: readonly string[]
  /** Whether every byte was taken out of the stream; if not, no receiver can have the whole zip. */
  isTaken(): boolean
}

export interface PackageOptions {
  /** See `SmileIdSettings.sendClaims`. */
  readonly sendClaims: boolean
  readonly nowMs: number
}

/** Build a new package for every upload: its stream can be read once. */
export async function packUpload(
  submission: ProviderSubmission,
  options: PackageOptions,
): Promise<UploadPackage> {
  const zip = new yazl.ZipFile()
  const entry = { compress: false, mtime: new Date(options.nowMs), mode: 0o100600 }
  const images = inOrder(await submission.openImages())
  const manifest = manifestOf(submission, images, options)
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'info.json', entry)
  for (const image of images) {
    // The checksum of a 10 MB image takes 20 ms; other work runs in between.
    await turnOfTheLoop()
    zip.addBuffer(image.jpeg, imageFiles[image.role].file, entry)
  }
  const fieldNames = [
    ...images.map(({ role }) => imageFiles[role].file),
    ...fieldNamesIn(manifest).map((name) => `info.json/${name}`),
  ]
  return { ...countTaken(zip.outputStream, finishZip(zip)), fieldNames }
}

function countTaken(source: NodeJS.ReadableStream, bytes: number) {
  let passedBytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passedBytes += chunk.length
      done(null, chunk)
    },
  })
  source.pipe(stream)
  return { stream, bytes, isTaken: () => passedBytes - stream.readableLength >= bytes }
}

/** Smile ID's image types for files, and the order in which we send them. */
const imageFiles: Readonly<Record<ImageRole, { readonly typeId: number; readonly file: string }>> =
  {
    selfie: { typeId: 0, file: 'selfie.jpg' },
    front: { typeId: 1, file: 'front.jpg' },
    back: { typeId: 5, file: 'back.jpg' },
  }

function inOrder(images: readonly ProviderImage[]): readonly ProviderImage[] {
  return [...images].sort((a, b) => imageFiles[a.role].typeId - imageFiles[b.role].typeId)
}

function manifestOf(
  submission: ProviderSubmission,
  images: readonly ProviderImage[],
  { sendClaims }: PackageOptions,
): object {
  const { country, idType, claims } = submission
  return {
    package_information: { apiVersion: { buildNumber: 0, majorVersion: 2, minorVersion: 0 } },
    id_info: {
      country,
      id_type: documentCodes[idType],
      ...(sendClaims && {
        id_number: claims?.idNumber,
        first_name: claims?.firstName,
        last_name: claims?.lastName,
        dob: claims?.dateOfBirth,
      }),
    },
    images: images.map(({ role }) => ({
      image_type_id: imageFiles[role].typeId,
      image: '',
      file_name: imageFiles[role].file,
    })),
  }
}

/** Ends the zip and returns its size, which yazl knows at once because every entry is stored. */
function finishZip(zip: yazl.ZipFile): number {
  let bytes = -1
  zip.end({ forceZip64Format: false, comment: '' }, (size?: number) => {
    bytes = size ?? -1
  })
  if (bytes < 0) throw new Error('the size of the upload package is not known')
  return bytes
}
