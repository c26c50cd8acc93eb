// Recognises the image format from the first bytes, never from the file name: the first check of an
// upload, cheap enough to run while it streams.

import type { ImageFormat } from '../image.ts'

/** Bytes that `sniffFormat` needs; with fewer it returns undefined. */
export const sniffBytesMin = 8

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff])

/**
 * Returns the format of the first bytes, or undefined for everything that is not accepted (rulings
 * 4.4: JPEG or PNG by content). Says nothing about the rest of the file; only decoding proves an
 * image.
 */
export function sniffFormat(firstBytes: Buffer): ImageFormat | undefined {
  if (firstBytes.length < sniffBytesMin) return undefined
  if (startsWith(firstBytes, jpegSignature)) return 'jpeg'
  if (startsWith(firstBytes, pngSignature)) return 'png'
  return undefined
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature)
}

/**
 * Returns the message for a file that is neither, to follow the name of its field; names HEIC,
 * which phones send by default.
 */
export function describeUnknownFormat(firstBytes: Buffer): string {
  if (firstBytes.length === 0) return 'is empty. Send the photo as JPEG or PNG.'
  const isHeif = firstBytes.toString('latin1', 4, 8) === 'ftyp'
  return isHeif
    ? 'is a HEIC photo or a film, not a JPEG or PNG image. Convert it to JPEG first.'
    : 'is neither a JPEG nor a PNG image, whatever its name says. Send the photo as JPEG or PNG.'
}
