// Reads the machine-readable zone of a verification's document, once, before the provider is asked: the reading, its
// findings and its comparison with the claims commit together. A reader that fails stops no verification.

import type { Appliance } from '../../appliance.ts'
import type { Config } from '../../config.ts'
import { inTransaction } from '../../db/transaction.ts'
import { openImagesOf } from '../../images/storage/open-images.ts'
import { zoneSideOf } from '../../markets/market.ts'
import { readAgainAfterFailure } from '../../mrz/read-again.ts'
import type { OpenedVerification } from '../open-verification.ts'
import type { SubmittingRun } from '../submit-images.ts'
import type { Verification } from '../verification.ts'
import { setPendingChecks } from '../verification-store.ts'
import { compareZone, zoneChecks } from './compare-zone.ts'
import { zoneFindings } from './judge-zone.ts'
import {
  betterReading,
  isFailure,
  type ZoneReading,
  type ZoneSide,
  zoneReadingOf,
} from './zone-reading.ts'
import { insertZoneReading } from './zone-reading-store.ts'

export type ReadZoneNeeds = Pick<
  Appliance,
  'db' | 'clock' | 'keyring' | 'files' | 'log' | 'mrzReader'
> & { readonly config: Pick<Config, 'documentReading'> }

/**
 * Returns the verification with its reading. Does nothing if it was read before, or an upload began, or the settings
 * say so. Throws no fault of the reader. @throws RunLostError if another run has taken over the job
 */
export async function readDocumentZone(
  needs: ReadZoneNeeds,
  opened: OpenedVerification,
  { signal, hold }: SubmittingRun,
): Promise<OpenedVerification> {
  const { verification, providerJob, claims, dataKey } = opened
  const isDue = opened.zone === undefined && providerJob.uploadStartedAt === undefined
  if (needs.config.documentReading === 'off' || !isDue) return opened
  const images = await openImagesOf(needs, verification.id, dataKey, ['front', 'back'])
  const pictures = new Map(images.map(({ image, bytes }) => [image.role, bytes]))
  // Submitting says what is wrong with an image that does not open; it may still appear.
  if (!pictures.has('front')) return opened
  const zone = await readSides(needs, verification, pictures, signal)
  if (isFailure(zone.outcome)) {
    const fields = { verification_id: verification.id, reason: zone.outcome }
    needs.log.warn('document_not_read', fields)
  }
  const sides = [...pictures.keys()].filter(isSide)
  const { findings } = verification
  const checks = zoneChecks(compareZone(zone, { claims }))
  const all = [...findings, ...zoneFindings(zone, verification, sides)]
  const read = { ...verification, findings: all, checks }
  await inTransaction(needs.db, async (trx) => {
    await hold.confirm(trx)
    await insertZoneReading(trx, verification.id, zone, dataKey)
    await setPendingChecks(trx, read)
  })
  return { ...opened, verification: read, zone }
}

/** Begins with the side that should have a zone; a valid one is enough. */
async function readSides(
  { mrzReader, clock }: ReadZoneNeeds,
  verification: Verification,
  pictures: ReadonlyMap<string, Buffer>,
  signal: AbortSignal,
): Promise<ZoneReading> {
  const first = zoneSideOf(verification) ?? 'front'
  const order: readonly ZoneSide[] = first === 'front' ? ['front', 'back'] : ['back', 'front']
  let best: ZoneReading | undefined
  for (const side of order) {
    const picture = pictures.get(side)
    if (picture === undefined) continue
    const answer = await readAgainAfterFailure(mrzReader, picture, signal)
    signal.throwIfAborted()
    const reading = zoneReadingOf(side, answer, clock.now())
    best = best === undefined ? reading : betterReading(best, reading)
    if (best.outcome === 'valid') return best
  }
  return best ?? { outcome: 'no_zone', found: undefined, readAt: clock.now() }
}

function isSide(role: string): role is ZoneSide {
  return role === 'front' || role === 'back'
}
