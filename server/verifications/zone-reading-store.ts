// Stores what was read in the machine-readable zone of each verification's document.

import { z } from 'zod'
import type { EncryptionKey } from '../crypto/encrypt.ts'
import { fromJson, orUndefined } from '../db/columns.ts'
import { prepare } from '../db/prepared.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { decryptZone, encryptZone } from './encrypted-columns.ts'
import { type FoundZone, foundZone, type ZoneReading } from './zone-reading.ts'
import type { ZoneReadingTable } from './zone-reading-table.ts'

/** As stored, encrypted. */
interface StoredZoneReading extends Omit<ZoneReading, 'found'> {
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
    zone: found === undefined ? null : encryptZone(dataKey, verificationId, sealedPart(found)),
    read_at: readAt,
  })
}

function sealedPart({ lines, confidence }: FoundZone) {
  return { lines, confidence }
}

const insertOne = prepare((db, row: ZoneReadingTable) => db.insertInto('zone_readings').values(row))

export async function findZoneReading(
  db: Reader,
  verificationId: string,
): Promise<StoredZoneReading | undefined> {
  const row = await findOne.first(db, { verificationId })
  return row && { outcome: row.outcome, readAt: row.read_at, row }
}

const findOne = prepare((db, { verificationId }: { readonly verificationId: string }) =>
  db
    .selectFrom('zone_readings')
    .select(['outcome', 'side', 'corners', 'zone', 'read_at'])
    .where('verification_id', '=', verificationId),
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
