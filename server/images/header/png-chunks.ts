// What a PNG is made of (W3C PNG, section 5): a signature, then chunks, each with length, type, content and checksum.

export const signatureBytes = 8
/** Bytes of a chunk's length and type. */
export const chunkHeadBytes = 8
export const checksumBytes = 4

/** Types as the number in their four bytes, because a file may hold a million chunks. */
export const typeIEND = 0x49454e44
export const typeEXIF = 0x65584966

/** Bytes of EXIF, which holds the orientation: no more than a JPEG could hold. */
export const exifBytesMax = 64 * 1024

/** A critical chunk has a capital first letter: the image needs it, and decoders reject unknown ones. */
export function isCritical(type: number): boolean {
  return (type & 0x2000_0000) === 0
}
