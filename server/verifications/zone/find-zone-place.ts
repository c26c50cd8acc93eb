// Where the machine-readable zone stands on the image of a verification's document, and the portrait above it, so that
// they can be shown cut out.

import type { Reader } from '../../db/transaction.ts'
import type { ImagePart } from '../../markets/document-layouts.ts'
import type { Verification } from '../verification.ts'
import { portraitByZone, zonePart } from './portrait-by-zone.ts'
import type { ZoneSide } from './zone-reading.ts'
import { findZoneReading, placeOfZone } from './zone-reading-store.ts'

interface ZonePlace {
  readonly side: ZoneSide
  /** In pixels of the upright image; may reach beyond it. */
  readonly zone: ImagePart
  /** On the front; undefined where the zone does not tell. */
  readonly portrait: ImagePart | undefined
}

/** Shown around the zone, as a share of its longer side. */
const border = 0.03

/** Returns undefined where no zone was found. */
export async function findZonePlace(
  { db }: { readonly db: { readonly reader: Reader } },
  { id, idType }: Pick<Verification, 'id' | 'idType'>,
): Promise<ZonePlace | undefined> {
  const stored = await findZoneReading(db.reader, id)
  const place = stored && placeOfZone(stored)
  if (place === undefined) return undefined
  const { side, corners } = place
  const { left, top, width, height, turn } = zonePart(corners)
  const around = border * Math.max(width, height)
  return {
    side,
    zone: {
      left: left - around,
      top: top - around,
      width: width + 2 * around,
      height: height + 2 * around,
      turn,
    },
    portrait: side === 'front' ? portraitByZone(idType, corners) : undefined,
  }
}
