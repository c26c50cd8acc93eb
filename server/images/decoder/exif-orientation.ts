// Reads which way up an image is from its EXIF data (Exif 2.32, section 4.6; TIFF 6.0, section 2). Pure.

const headBytes = 8
const entryBytes = 12
const orientationTag = 0x0112
/**
 * Bytes of a whole number of each type; the standard says SHORT (3), but some programs write others, and libvips reads
 * them.
 */
const bytesOfType: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 6: 1, 8: 2, 9: 4 }
/** Entries of the first directory that are read; cameras write some twenty. */
const entriesMax = 512

/**
 * Returns 1 to 8; 1, which is upright, also where the data is absent or broken.
 * @param exif the TIFF structure, without the `Exif` of a JPEG before it
 */
export function exifOrientation(exif: Buffer | undefined): number {
  if (exif === undefined || exif.length < headBytes) return 1
  const order = exif.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return 1
  const isLittle = order === 'II'
  const whole = (at: number, bytes: number) =>
    isLittle ? exif.readUIntLE(at, bytes) : exif.readUIntBE(at, bytes)
  const short = (at: number) => whole(at, 2)
  const directory = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4)
  if (directory + 2 > exif.length) return 1
  const entries = Math.min(short(directory), entriesMax)
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * entryBytes
    if (at + entryBytes > exif.length) return 1
    const bytes = bytesOfType[short(at + 2)]
    if (short(at) !== orientationTag || bytes === undefined) continue
    const value = whole(at + 8, bytes)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
