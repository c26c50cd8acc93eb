// Builds the zip that carries a submission: info.json, then the pictures, stored as they are. It is
// streamed out of the buffers that hold the pictures, so nothing is in memory twice.

import { PassThrough, type Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import yazl from 'yazl'
import { fieldNamesIn } from '../../outbound/field-names.ts'
import type { ImageRole, ProviderImage, ProviderSubmission } from '../provider.ts'

export interface UploadPackage {
  readonly stream: Readable
  /** Exactly what the stream will yield; the storage behind the link insists on a Content-Length. */
  readonly bytes: number
  /** The files in it, and what info.json holds: `info.json/id_info.country`. */
  readonly fieldNames: readonly string[]
}

export interface PackageOptions {
  /** See `SmileIdSettings.sendClaims`. */
  readonly sendClaims: boolean
  readonly nowMs: number
}

/** A fresh package for every upload: its stream can be read once. */
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
    // The checksum of a 10 MB picture takes 20 ms; others get their turn in between.
    await nextTurn()
    zip.addBuffer(image.jpeg, places[image.role].file, entry)
  }
  const fieldNames = [
    ...images.map(({ role }) => places[role].file),
    ...fieldNamesIn(manifest).map((name) => `info.json/${name}`),
  ]
  return { stream: zip.outputStream.pipe(new PassThrough()), bytes: endOf(zip), fieldNames }
}

/** Smile ID's image types for pictures sent as files, and the order in which we send them. */
const places: Readonly<Record<ImageRole, { readonly typeId: number; readonly file: string }>> = {
  selfie: { typeId: 0, file: 'selfie.jpg' },
  front: { typeId: 1, file: 'front.jpg' },
  back: { typeId: 5, file: 'back.jpg' },
}

function inOrder(images: readonly ProviderImage[]): readonly ProviderImage[] {
  return [...images].sort((a, b) => places[a.role].typeId - places[b.role].typeId)
}

/** Document codes of Document Verification, the same in every country that we serve. */
const documentCodes: Readonly<Record<ProviderSubmission['idType'], string>> = {
  national_id: 'IDENTITY_CARD',
  passport: 'PASSPORT',
  voter_id: 'VOTER_ID',
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
      image_type_id: places[role].typeId,
      image: '',
      file_name: places[role].file,
    })),
  }
}

/** Ends the zip. yazl tells the size at once, because every entry is stored and already known. */
function endOf(zip: yazl.ZipFile): number {
  let bytes = -1
  zip.end({ forceZip64Format: false, comment: '' }, (size?: number) => {
    bytes = size ?? -1
  })
  if (bytes < 0) throw new Error('the size of the upload package is not known')
  return bytes
}
