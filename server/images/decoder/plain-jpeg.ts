// Strips an upright JPEG for the provider: the compressed image stays as it was sent, without the
// metadata that phones add (location, comments, previews, a video after the end). Pure.

const startOfScan = 0xda
const endOfImage = 0xd9
const comment = 0xfe

/** Bytes of the marker at the start of the image. */
const startBytes = 2

const profileCode = 226
const profileIdentifier = 'ICC_PROFILE\0'

/** Application segments that define the colours; all others are removed. */
const wantedIdentifiers: Readonly<Record<number, string>> = {
  224: 'JFIF\0',
  [profileCode]: profileIdentifier,
  238: 'Adobe',
}

interface Marker {
  /** Offset of its first 0xff. */
  readonly start: number
  readonly code: number
  /** Offset after the marker, where a segment's length is. */
  readonly end: number
}

/**
 * Removes EXIF, XMP, IPTC, comments, stray bytes between segments, which decoders skip, and everything
 * after the end of the image. All decoded data stays byte for byte, so the pixels are the same.
 * Returns the same buffer where there is nothing to remove; undefined where the end of the image
 * cannot be found.
 */
export function stripMetadata(jpeg: Buffer, isProfileKept = true): Buffer | undefined {
  const plain = Buffer.allocUnsafe(jpeg.length)
  let length = jpeg.copy(plain, 0, 0, startBytes)
  let marker = nextMarker(jpeg, startBytes)
  while (marker !== undefined && marker.code !== endOfImage) {
    const end = segmentEnd(jpeg, marker)
    if (end === undefined) return undefined
    const next = nextMarker(jpeg, end)
    const isProfile = marker.code === profileCode
    if (isWanted(jpeg, marker, end) && (isProfileKept || !isProfile)) {
      // Behind the head of a scan comes its compressed data.
      const keptEnd = marker.code === startOfScan ? (next?.start ?? end) : end
      length += jpeg.copy(plain, length, marker.start, keptEnd)
    }
    marker = next
  }
  if (marker === undefined) return undefined
  length += jpeg.copy(plain, length, marker.start, marker.end)
  return length === jpeg.length ? jpeg : plain.subarray(0, length)
}

/**
 * Returns the colour profile of a stripped JPEG, which may be cut into several segments, each after its number and
 * their
 * count: empty if it has none, undefined if a segment is missing or out of order.
 */
export function profileIn(jpeg: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  let count = 0
  let marker = nextMarker(jpeg, startBytes)
  while (marker !== undefined && marker.code !== startOfScan) {
    const end = segmentEnd(jpeg, marker)
    if (end === undefined) return undefined
    if (marker.code === profileCode) {
      const numberAt = marker.end + 2 + profileIdentifier.length
      if (numberAt + 2 > end || jpeg[numberAt] !== parts.length + 1) return undefined
      count = jpeg[numberAt + 1] ?? 0
      parts.push(jpeg.subarray(numberAt + 2, end))
    }
    marker = nextMarker(jpeg, end)
  }
  return parts.length === count ? Buffer.concat(parts) : undefined
}

/**
 * Returns the next marker that begins something, at or after `from`. Compressed data is skipped:
 * there 0xff is followed by 0x00 or by a restart marker (ITU T.81, B.1.1.5).
 */
function nextMarker(jpeg: Buffer, from: number): Marker | undefined {
  for (let at = from; ; ) {
    const start = jpeg.indexOf(0xff, at)
    if (start === -1) return undefined
    at = start + 1
    while (jpeg[at] === 0xff) at += 1
    const code = jpeg[at]
    if (code === undefined) return undefined
    at += 1
    if (!standsAlone(code)) return { start, code, end: at }
  }
}

/** A stuffed zero, TEM, restart or start of image: markers without a segment. */
function standsAlone(code: number): boolean {
  return code <= 0x01 || (code >= 0xd0 && code <= 0xd8)
}

function segmentEnd(jpeg: Buffer, marker: Marker): number | undefined {
  if (marker.end + 2 > jpeg.length) return undefined
  const bytes = jpeg.readUInt16BE(marker.end)
  const end = marker.end + bytes
  return bytes < 2 || end > jpeg.length ? undefined : end
}

function isWanted(jpeg: Buffer, { code, end: lengthAt }: Marker, end: number): boolean {
  if (code === comment) return false
  const isForApplications = code >= 0xe0 && code <= 0xef
  if (!isForApplications) return true
  const identifier = wantedIdentifiers[code]
  if (identifier === undefined) return false
  const start = lengthAt + 2
  return jpeg.toString('latin1', start, Math.min(end, start + identifier.length)) === identifier
}
