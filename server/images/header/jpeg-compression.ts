// Measures how strongly a JPEG was compressed, from its first quantization table (ITU T.81,
// B.2.4.1). Pure.

const quantizationTable = 0xdb
const startOfScan = 0xda
/** Coefficients that hold the coarse shapes of a letter: the first ten of 64 in zigzag order. */
const coefficients = 10
const segmentsMax = 4_096

/**
 * Returns the mean step of the ten coarsest brightness coefficients: 1 without loss, 13 at quality
 * 50 of the usual encoders, 66 at 10, 132 at 5. 0 where there is no table, as in a PNG.
 */
export function compressionStep(bytes: Buffer): number {
  let position = 2
  for (let count = 0; count < segmentsMax && position + 4 <= bytes.length; count += 1) {
    if (bytes[position] !== 0xff) return 0
    const marker = bytes[position + 1] ?? 0
    if (marker === startOfScan) return 0
    const length = bytes.readUInt16BE(position + 2)
    if (marker === quantizationTable)
      return meanStep(bytes.subarray(position + 4, position + 2 + length))
    position += 2 + length
  }
  return 0
}

/** Reads the first table of the segment; encoders write the one for brightness first. */
function meanStep(table: Buffer): number {
  const isWide = (table[0] ?? 0) >> 4 === 1
  const bytesEach = isWide ? 2 : 1
  if (table.length < 1 + coefficients * bytesEach) return 0
  let sum = 0
  for (let index = 0; index < coefficients; index += 1) {
    const at = 1 + index * bytesEach
    sum += isWide ? table.readUInt16BE(at) : table.readUInt8(at)
  }
  return sum / coefficients
}
