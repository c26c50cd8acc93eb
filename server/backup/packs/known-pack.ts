// A pack of images as backups know it, and the order of packs.

import type { PackReference } from '../backup-format.ts'

/** A pack at the target, without the list of its images. */
export interface KnownPack {
  readonly index: string
  readonly reference: PackReference
  readonly first: string
  readonly last: string
  readonly recipients: string
}

/** By their first image. Of two with the same, the one that goes further holds what was merged. */
export function widestFirst(one: KnownPack, other: KnownPack): number {
  if (one.first !== other.first) return one.first < other.first ? -1 : 1
  if (one.last === other.last) return 0
  return one.last > other.last ? -1 : 1
}
