// The reader of machine-readable zones, for tests of what it reads.

import { openMrzReader } from '../../../server/mrz/open-mrz-reader.ts'

/**
 * Its process gives way to all others, and a machine that runs tests may have many: it may take ten minutes a picture.
 * Their processors may be slow, or shared with others, so that they need more time of them, too.
 */
export function openZoneReader(today: () => Date) {
  return openMrzReader({ today, limits: { orderMsMax: 600_000 }, tryingMsMax: 120_000 })
}
