// Stores what was read in the machine-readable zone of each verification's document.

import { z } from 'zod'
import type { EncryptionKey } from '../../crypto/encrypt.ts'
import { fromJson, orUndefined } from '../../db/columns.ts'
import { prepare } from '../../db/prepared.ts'
import type { Reader, Trx } from '../../db/transaction.ts'
import { decryptZone, encryptZone } from '../erasure/encrypted-columns.ts'
import { type FoundZone, foundZone, type ZoneReading } from './zone-reading.ts'
import type { ZoneReadingTable } from './zone-reading-table.ts'

/** As stored, encrypted. */
export interface StoredZoneReading extends Omit<ZoneReading, 'found'> {
  readonly row: Pick<ZoneReadingTable, 'side' | 'corners' | 'zone'>
}

export async function insertZoneReading(
  trx: Trx,
  verificationId: string,
  { outcome, found, readAt }: ZoneReading,
  dataKey: EncryptionKey,
): Promise<void> {
  await insertOne.run(trx, {
    verification_id: verificationId,
    outcome,
    side: found?.side ?? null,
    corners: found === undefined ? null : JSON.stringify(found.corners),
    zone: found === undefined ? null : encryptZone(dataKey, verificationId, encryptedPart(found)),
    read_at: readAt,
  })
}

function encryptedPart({ lines, confidence }: FoundZone) {
  return { lines, confidence }
}

const insertOne = prepare((db, row: ZoneReadingTable) => db.insertInto('zone_readings').values(row))

/** Of a query that reads `zone_readings` alone or joined to verifications, which adds at most one row to each. */
export const zoneColumns = [
  'zone_readings.outcome as zone_outcome',
  'zone_readings.side as zone_side',
  'zone_readings.corners as zone_corners',
  'zone_readings.zone',
  'zone_readings.read_at as zone_read_at',
] as const

/** Returns undefined where the join found no row: the document was not read. */
export function storedZoneOf(row: {
  readonly zone_outcome: ZoneReadingTable['outcome'] | null
  readonly zone_side: ZoneReadingTable['side']
  readonly zone_corners: ZoneReadingTable['corners']
  readonly zone: ZoneReadingTable['zone']
  readonly zone_read_at: number | null
}): StoredZoneReading | undefined {
  const { zone_outcome: outcome, zone_read_at: readAt, zone } = row
  if (outcome === null || readAt === null) return undefined
  return { outcome, readAt, row: { side: row.zone_side, corners: row.zone_corners, zone } }
}

export async function findZoneReading(
  db: Reader,
  verificationId: string,
): Promise<StoredZoneReading | undefined> {
  const row = await findOne.first(db, { verificationId })
  return row && storedZoneOf(row)
}

const findOne = prepare((db, { verificationId }: { readonly verificationId: string }) =>
  db
    .selectFrom('zone_readings')
    .select(zoneColumns)
    .where('zone_readings.verification_id', '=', verificationId),
)

const point = z.object({ x: z.number(), y: z.number() })
const cornersShape = z.object({
  topLeft: point,
  topRight: point,
  bottomRight: point,
  bottomLeft: point,
})

/** Returns undefined where no zone was found. */
export function placeOfZone({
  row: { side, corners },
}: StoredZoneReading): Pick<FoundZone, 'side' | 'corners'> | undefined {
  if (side === null || corners === null) return undefined
  return { side, corners: fromJson(cornersShape, corners) }
}

/** @throws DecryptError */
export function openZoneReading(
  key: EncryptionKey,
  id: string,
  stored: StoredZoneReading,
): ZoneReading {
  const { outcome, readAt } = stored
  const { zone } = stored.row
  const place = placeOfZone(stored)
  if (place === undefined || zone === null) return { outcome, readAt, found: undefined }
  return { outcome, readAt, found: foundZone({ ...place, ...decryptZone(key, id, zone) }, readAt) }
}

/** Returns the zone as it was stored, encrypted; undefined if none was found. */
export async function deleteZoneReading(
  trx: Trx,
  verificationId: string,
): Promise<Buffer | undefined> {
  const stored = await findZoneReading(trx, verificationId)
  await trx.deleteFrom('zone_readings').where('verification_id', '=', verificationId).execute()
  return orUndefined(stored?.row.zone ?? null)
}
