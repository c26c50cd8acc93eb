// Where the machine-readable zone stands on the image of a verification's document, so that it can be shown cut out.

import type { Reader } from '../db/transaction.ts'
import type { PixelBox } from '../markets/document-layouts.ts'
import type { ZoneSide } from './zone-reading.ts'
import { findZoneReading, placeOfZone } from './zone-reading-store.ts'

interface ZonePlace {
  readonly side: ZoneSide
  /** In pixels of the upright image; may reach beyond it. */
  readonly box: PixelBox
}

/** Shown around the zone, as a share of its longer side. */
const border = 0.03

/** Returns undefined where no zone was found. */
export async function findZonePlace(
  { db }: { readonly db: { readonly reader: Reader } },
  verificationId: string,
): Promise<ZonePlace | undefined> {
  const stored = await findZoneReading(db.reader, verificationId)
  const place = stored && placeOfZone(stored)
  if (place === undefined) return undefined
  const points = Object.values(place.corners)
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [left, top, right, bottom] = [
    Math.min(...xs),
    Math.min(...ys),
    Math.max(...xs),
    Math.max(...ys),
  ]
  const around = border * Math.max(right - left, bottom - top)
  return {
    side: place.side,
    box: {
      left: left - around,
      top: top - around,
      width: right - left + 2 * around,
      height: bottom - top + 2 * around,
    },
  }
}
