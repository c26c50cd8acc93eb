// Row of `zone_readings`: what was read in the machine-readable zone of a verification's document, or why nothing was.
// Written once, before the provider's first call; that the row exists says that the document was read.

import type { ZoneOutcome, ZoneSide } from './zone-reading.ts'

export interface ZoneReadingTable {
  verification_id: string
  outcome: ZoneOutcome
  /** Of the document; null where no zone was found. */
  side: ZoneSide | null
  /** JSON: in pixels of the upright image of that side. */
  corners: string | null
  /** Encrypted JSON: the lines and how surely they were read. */
  zone: Buffer | null
  read_at: number
}
