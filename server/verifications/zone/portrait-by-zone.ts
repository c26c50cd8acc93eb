// Where the portrait stands on a document whose zone was found: the zone's ends tell how large the document is in the
// photo, and how it is turned. Pure.

import { type ImagePart, portraitByLayout } from '../../markets/document-layouts.ts'
import type { DocumentType } from '../../markets/market.ts'
import type { ZoneCorners } from './zone-reading.ts'

/** In millimetres of the document, from the upper left corner of the zone as it was found. */
interface PortraitPlace {
  /** Of the lines of print. */
  readonly zoneWidth: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * ICAO 9303-4: 44 characters, ten an inch; the portrait, at most 45 by 35, above their beginning. Some space around.
 */
const passportPage: PortraitPlace = { zoneWidth: 111.8, left: -2, top: -56, width: 36, height: 46 }

/** Cards with two lines of 36 below the portrait: the French one, and others of the size TD2 (ICAO 9303-6). */
const cardWithTwoLines: PortraitPlace = {
  zoneWidth: 91.4,
  left: -2,
  top: -42,
  width: 33,
  height: 38,
}

/** Width to height of a zone: three lines have less. */
const twoLinesMin = 6.5

/** `corners` are those of a zone that was found on the same side. */
interface PhotoOfFront {
  readonly idType: DocumentType
  /** Of the upright image. */
  readonly facts: { readonly width: number; readonly height: number }
  readonly corners: ZoneCorners | undefined
}

/** Returns the part with the portrait: by the zone, or else by the layout of the document. */
export function portraitPart({ idType, facts, corners }: PhotoOfFront): ImagePart {
  const byZone = corners && portraitByZone(idType, corners)
  return byZone ?? portraitByLayout(idType, facts)
}

/** Returns undefined where the zone does not tell: that of three lines stands on the back of a card. */
export function portraitByZone(idType: DocumentType, corners: ZoneCorners): ImagePart | undefined {
  const { topLeft } = corners
  const zone = zonePart(corners)
  if (zone.width < twoLinesMin * zone.height) return undefined
  const place = idType === 'passport' ? passportPage : cardWithTwoLines
  const scale = zone.width / place.zoneWidth
  const [width, height] = [place.width * scale, place.height * scale]
  const across = (place.left + place.width / 2) * scale
  const down = (place.top + place.height / 2) * scale
  const [cos, sin] = [Math.cos(radians(zone.turn)), Math.sin(radians(zone.turn))]
  const middle = {
    x: topLeft.x + across * cos - down * sin,
    y: topLeft.y + across * sin + down * cos,
  }
  return {
    left: middle.x - width / 2,
    top: middle.y - height / 2,
    width,
    height,
    turn: zone.turn,
  }
}

/** The zone itself, which may stand upside down in the photo. */
export function zonePart({ topLeft, topRight, bottomRight, bottomLeft }: ZoneCorners): ImagePart {
  const corners = [topLeft, topRight, bottomRight, bottomLeft]
  const middle = {
    x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
    y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
  }
  const along = {
    x: (topRight.x - topLeft.x + bottomRight.x - bottomLeft.x) / 2,
    y: (topRight.y - topLeft.y + bottomRight.y - bottomLeft.y) / 2,
  }
  const down = {
    x: (bottomLeft.x - topLeft.x + bottomRight.x - topRight.x) / 2,
    y: (bottomLeft.y - topLeft.y + bottomRight.y - topRight.y) / 2,
  }
  const width = Math.hypot(along.x, along.y)
  const height = Math.hypot(down.x, down.y)
  const turn = (Math.atan2(along.y, along.x) * 180) / Math.PI
  return { left: middle.x - width / 2, top: middle.y - height / 2, width, height, turn }
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
