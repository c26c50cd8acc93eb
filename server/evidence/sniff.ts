// Tells what a picture is by its first bytes, never by its name: the first gate of the way in, cheap
// enough to stand while the upload is still streaming.

import type { ImageFormat } from './evidence.ts'

/** How many bytes `sniffFormat` needs to be sure; with fewer it says undefined. */
export const sniffBytesMin = 8

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff])

/**
 * The format that the first bytes name, or undefined for everything that is not accepted (rulings 4.4:
 * JPEG or PNG by content). Says nothing of what follows: only decoding proves a picture.
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
 * What to tell a client whose file is neither, to follow the name of its field; names HEIC, the one that
 * phones send by themselves.
 */
export function describeUnknownFormat(firstBytes: Buffer): string {
  if (firstBytes.length === 0) return 'is empty. Send the photo as JPEG or PNG.'
  const isHeif = firstBytes.toString('latin1', 4, 8) === 'ftyp'
  return isHeif
    ? 'is a HEIC photo or a film, not a JPEG or PNG picture. Convert it to JPEG first.'
    : 'is neither a JPEG nor a PNG picture, whatever its name says. Send the photo as JPEG or PNG.'
}
