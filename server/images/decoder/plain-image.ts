// Strips an image for the programs that decode it: of all that stands beside the pixels they get colours and
// orientation. A decoder that reads EXIF, text or odd colour profiles can be kept busy for a minute by some kilobytes
// of them. Pure.

import { crc32 } from 'node:zlib'
import { checksumBytes, chunkHeadBytes, signatureBytes, typeEXIF } from '../header/png-chunks.ts'
import { walkerOf } from '../header/read-header.ts'
import { sniffFormat } from '../header/sniff.ts'
import type { ImageFormat } from '../image.ts'
import { isPlainProfile } from './colour-profile.ts'
import { exifOrientation } from './exif-orientation.ts'
import { profileIn, stripMetadata } from './plain-jpeg.ts'
import { stripText } from './plain-png.ts'

/**
 * Returns the same buffer where there is nothing to remove. The image must have been admitted.
 * @throws Error if it was not
 */
export function plainImage(image: Buffer): Buffer {
  const format = sniffFormat(image)
  const plain = format === 'png' ? stripText(image) : plainJpeg(image)
  if (format === undefined || plain === undefined) throw new Error('the image was not admitted')
  const walker = walkerOf(format)
  walker.take(image)
  const orientation = exifOrientation(walker.exif)
  if (orientation === 1) return plain
  const at = placeOfExif[format]
  return Buffer.concat([plain.subarray(0, at), exif[format](orientation), plain.subarray(at)])
}

function plainJpeg(image: Buffer): Buffer | undefined {
  const noted = stripMetadata(image)
  const profile = noted && profileIn(noted)
  const isPlain = profile?.length === 0 || (profile !== undefined && isPlainProfile(profile))
  return isPlain ? noted : noted && stripMetadata(noted, false)
}

const ihdrBytes = 13

/** Behind the marker or the chunk that comes first in every image. */
const placeOfExif: Readonly<Record<ImageFormat, number>> = {
  jpeg: 2,
  png: signatureBytes + chunkHeadBytes + ihdrBytes + checksumBytes,
}

const exif: Readonly<Record<ImageFormat, (orientation: number) => Buffer>> = {
  jpeg(orientation) {
    const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff(orientation)])
    const head = Buffer.from([0xff, 0xe1, 0, content.length + 2])
    return Buffer.concat([head, content])
  },
  png(orientation) {
    const content = tiff(orientation)
    const head = Buffer.alloc(chunkHeadBytes)
    head.writeUInt32BE(content.length, 0)
    head.writeUInt32BE(typeEXIF, 4)
    const checksum = Buffer.alloc(checksumBytes)
    checksum.writeUInt32BE(crc32(content, crc32(head.subarray(4))))
    return Buffer.concat([head, content, checksum])
  },
}

/** One directory with one entry: the orientation, a single number of 16 bits. */
function tiff(orientation: number): Buffer {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  return Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0])
}
