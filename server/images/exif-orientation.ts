// Reads which way up an image is from its EXIF data (Exif 2.32, section 4.6; TIFF 6.0, section 2). Pure.

const headBytes = 8
const entryBytes = 12
const orientationTag = 0x0112
const shortType = 3
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
  const short = (at: number) => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
  const directory = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4)
  if (directory + 2 > exif.length) return 1
  const entries = Math.min(short(directory), entriesMax)
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * entryBytes
    if (at + entryBytes > exif.length) return 1
    if (short(at) !== orientationTag || short(at + 2) !== shortType) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
