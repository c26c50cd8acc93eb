// The state of the storage limit for images. Pure.

export interface ImageStorage {
  /** Bytes of the images of all live verifications. */
  readonly storedBytes: number
  /** Limit in bytes; undefined where only the disk limits. */
  readonly maxBytes: number | undefined
}

/** `full`: no more uploads are accepted. */
type ImageStorageState = 'enough' | 'near_full' | 'full'

/**
 * Room kept free for uploads that were already accepted: more than the largest upload, but not a
 * large part of a small limit.
 */
const keptFree = { bytes: 34_000_000, part: 1 / 10 }

/** Share of the limit above which the state is `near_full`. */
const nearFullPart = 0.9

export function imageStorageState({ storedBytes, maxBytes }: ImageStorage): ImageStorageState {
  if (maxBytes === undefined) return 'enough'
  const free = Math.min(keptFree.bytes, maxBytes * keptFree.part)
  if (storedBytes > maxBytes - free) return 'full'
  return storedBytes > maxBytes * nearFullPart ? 'near_full' : 'enough'
}
