// Decides which colour profiles (ICC.1, section 7) decoders get to read. Pure.

/** Those of printing presses have about 3 MB, a camera's a few kilobytes. */
export const profileBytesMax = 4 * 1024 * 1024

const headerBytes = 128
const countBytes = 4
/** Of an entry in the table of tags: its name, then offset and size. */
const entryBytes = 12
const nameBytes = 4
const entriesMax = 100

/**
 * Conversions in floating point, which no camera writes: in some kilobytes they may name the same function a thousand
 * times, and a decoder computes all of it for 36 000 colours before its time limit begins.
 */
const unboundedTag = /^(?:D2B|B2D)[0-3]$/

export function isPlainProfile(profile: Buffer): boolean {
  const tableAt = headerBytes + countBytes
  if (profile.length < tableAt || profile.length > profileBytesMax) return false
  const entries = profile.readUInt32BE(headerBytes)
  if (entries > entriesMax || tableAt + entries * entryBytes > profile.length) return false
  for (let index = 0; index < entries; index += 1) {
    const at = tableAt + index * entryBytes
    if (unboundedTag.test(profile.toString('latin1', at, at + nameBytes))) return false
  }
  return true
}
