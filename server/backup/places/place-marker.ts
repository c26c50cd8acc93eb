// The marker of a place of backups: a small file that names the installation, and the copy of it, that writes there.
// A place without its marker is a disk that is not mounted; a marker of another copy means that this data folder was
// restored from a backup and is not the installation, or no longer. Pure.

import { z } from 'zod'
import { tryJson } from '../../kernel/try-json.ts'

export const markerFile = 'installation.json'

const markerShape = z.object({
  format: z.int(),
  instance_id: z.string(),
  /** The id of the installation until it is restored; then an id of the restored copy. */
  copy_id: z.string(),
  /** Since when this copy writes there. */
  since: z.iso.datetime(),
})
export type PlaceMarker = Readonly<z.infer<typeof markerShape>>

/** A data folder, as a place of backups sees it. */
export interface PlaceUser {
  readonly instanceId: string
  readonly copyId: string
  /** The restore that this data folder comes from; undefined for one that was never restored. */
  readonly restored: { readonly at: number; readonly backup: string } | undefined
  /** Whether an operator said that this copy is the installation from now on. */
  readonly takesPlace: boolean
}

interface FoundPlace {
  /** Undefined if there is none; `unreadable` for a file that is no marker. */
  readonly marker: PlaceMarker | 'unreadable' | undefined
  /** Whose backups are there. */
  readonly backups: 'none' | 'ours' | 'others'
  /** Whether this installation has made a backup there before. */
  readonly isKnown: boolean
}

/**
 * `ours`: go on; `mark`: write the marker of a new place; `take`: replace the marker of an earlier copy.
 * The others are reasons to write nothing.
 */
export type PlaceVerdict =
  | 'ours'
  | 'mark'
  | 'take'
  | 'place_unmarked'
  | 'other_copy'
  | 'other_installation'

/** Why nothing may be written. */
export type PlaceRefusal = Exclude<PlaceVerdict, 'ours' | 'mark' | 'take'>

/** @param marksPlace whether an operator said that the place is the right one */
export function judgePlace(found: FoundPlace, user: PlaceUser, marksPlace: boolean): PlaceVerdict {
  const { marker, backups, isKnown } = found
  if (marker === undefined || marker === 'unreadable') {
    if (backups === 'others') return 'other_installation'
    const isNew = marker === undefined && backups === 'none' && !isKnown
    return isNew || marksPlace ? 'mark' : 'place_unmarked'
  }
  if (marker.instance_id !== user.instanceId) return 'other_installation'
  if (marker.copy_id === user.copyId) return 'ours'
  return user.takesPlace ? 'take' : 'other_copy'
}

export function markerOf({ instanceId, copyId }: PlaceUser, sinceIso: string): PlaceMarker {
  return { format: 1, instance_id: instanceId, copy_id: copyId, since: sinceIso }
}

export function markerText(marker: PlaceMarker): string {
  return `${JSON.stringify(marker, null, 1)}\n`
}

export function parseMarker(text: string): PlaceMarker | 'unreadable' {
  return markerShape.safeParse(tryJson(text)).data ?? 'unreadable'
}
