// How much of the room that pictures may take up is left. Pure.

export interface ImageRoom {
  /** Of the pictures of all live verifications. */
  readonly storedBytes: number
  /** undefined where there is no limit but the disk. */
  readonly maxBytes: number | undefined
}

/** `full`: not even one more upload is taken. */
export const imageRoomStates = ['enough', 'near_full', 'full'] as const
export type ImageRoomState = (typeof imageRoomStates)[number]

/** Kept free, so that what is let in has room: more than the largest upload, but no large part of a small limit. */
const keptFree = { bytes: 34_000_000, part: 1 / 10 }

/** Told of when this part of it is used. */
const nearFullPart = 0.9

export function imageRoomState({ storedBytes, maxBytes }: ImageRoom): ImageRoomState {
  if (maxBytes === undefined) return 'enough'
  const free = Math.min(keptFree.bytes, maxBytes * keptFree.part)
  if (storedBytes > maxBytes - free) return 'full'
  return storedBytes > maxBytes * nearFullPart ? 'near_full' : 'enough'
}
