// Makes the zip of a submission in every way that Smile ID's libraries do, and in some that none does.

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { jpeg } from './images.ts'

export interface PackageEntry {
  readonly name: string
  readonly content: Buffer
}

/** `stored` as JavaScript, `deflated` as Python, `streamed` (sizes after the bytes) as Android. */
type Packing = 'stored' | 'deflated' | 'streamed'

export function packZip(entries: readonly PackageEntry[], packing: Packing = 'stored') {
  const zip = new ZipFile()
  for (const { name, content } of entries) {
    if (packing === 'streamed') zip.addReadStream(Readable.from([content]), name)
    else zip.addBuffer(content, name, { compress: packing === 'deflated' })
  }
  zip.end()
  return buffer(zip.outputStream)
}

/** As Ruby's library writes it: names in UTF-8, and nothing that says so. */
export function withoutUtf8Mark(zip: Buffer): Buffer {
  const changed = Buffer.from(zip)
  for (const [signature, flagsAt] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const) {
    for (let at = zip.indexOf(signature); at !== -1; at = zip.indexOf(signature, at + 1)) {
      changed.writeUInt16LE(zip.readUInt16LE(at + flagsAt) & ~0x800, at + flagsAt)
    }
  }
  return changed
}

interface Manifest {
  readonly id_info?: unknown
  readonly images?: unknown
  readonly [more: string]: unknown
}

export function manifestEntry(manifest: Manifest): PackageEntry {
  return { name: 'info.json', content: Buffer.from(JSON.stringify(manifest)) }
}

/** Selfie, front and back as files: what our own client sends. */
export function documentPackage(idInfo: Record<string, unknown>): readonly PackageEntry[] {
  return [
    manifestEntry({
      id_info: idInfo,
      images: [
        { image_type_id: 0, image: '', file_name: 'selfie.jpg' },
        { image_type_id: 1, image: '', file_name: 'front.jpg' },
        { image_type_id: 5, image: '', file_name: 'back.jpg' },
      ],
    }),
    { name: 'selfie.jpg', content: jpeg },
    { name: 'front.jpg', content: jpeg },
    { name: 'back.jpg', content: jpeg },
  ]
}
