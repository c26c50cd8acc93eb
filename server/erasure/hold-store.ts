// The queries of `legal_holds` and `relationship_ends`.

import type { ExpressionBuilder } from 'kysely'
import type { AuditActor } from '../audit/audit.ts'
import { changesAny } from '../db/changed-rows.ts'
import { orNull, orUndefined } from '../db/columns.ts'
import type { Schema } from '../db/schema.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import type { LegalHold } from './hold.ts'
import type { LegalHoldTable } from './hold-table.ts'

export async function insertHold(trx: Trx, hold: LegalHold): Promise<void> {
  await trx
    .insertInto('legal_holds')
    .values({
      id: hold.id,
      verification_id: hold.verificationId,
      reason: hold.reason,
      reference: orNull(hold.reference),
      set_by_kind: hold.setBy.kind,
      set_by_id: orNull(hold.setBy.id),
      set_at: hold.setAt,
      until: orNull(hold.until),
      released_by_kind: null,
      released_by_id: null,
      released_at: null,
    })
    .execute()
}

export async function findHold(db: Reader, id: string): Promise<LegalHold | undefined> {
  const row = await db.selectFrom('legal_holds').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toHold(row)
}

const holdsListedMax = 100

interface HoldsOfVerification {
  /** Oldest first. Those in force are all there; of those that are over, the newest. */
  readonly holds: readonly LegalHold[]
  /** How many there are. */
  readonly total: number
}

/**
 * Returns the holds of one verification, also those that are over: a hundred at most, but for a verification that had
 * more in force before their number was limited.
 */
export async function listHoldsOf(
  db: Reader,
  verificationId: string,
  nowMs: number,
): Promise<HoldsOfVerification> {
  const inForceCount = await countHoldsInForce(db, verificationId, nowMs)
  const rows = await db
    .selectFrom('legal_holds')
    .selectAll()
    .where('verification_id', '=', verificationId)
    .orderBy((eb) => eb.case().when(inForce(nowMs)(eb)).then(0).else(1).end())
    .orderBy('id', 'desc')
    .limit(Math.max(holdsListedMax, inForceCount))
    .execute()
  const { total } = await db
    .selectFrom('legal_holds')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('verification_id', '=', verificationId)
    .executeTakeFirstOrThrow()
  const holds = rows.map(toHold).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return { holds, total: Number(total) }
}

export async function countHoldsInForce(
  db: Reader,
  verificationId: string,
  nowMs: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('legal_holds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('verification_id', '=', verificationId)
    .where(inForce(nowMs))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** As `isInForce`. */
function inForce(nowMs: number) {
  return ({ and, or, eb }: ExpressionBuilder<Schema, 'legal_holds'>) =>
    and([eb('released_at', 'is', null), or([eb('until', 'is', null), eb('until', '>', nowMs)])])
}

/** Deletes the holds of a verification that are over, but for the newest `keptMax`. */
export async function pruneHoldsOver(
  trx: Trx,
  verificationId: string,
  { keptMax, nowMs }: { readonly keptMax: number; readonly nowMs: number },
): Promise<void> {
  const isOver = (eb: ExpressionBuilder<Schema, 'legal_holds'>) => eb.not(inForce(nowMs)(eb))
  const kept = trx
    .selectFrom('legal_holds')
    .select('id')
    .where('verification_id', '=', verificationId)
    .where(isOver)
    .orderBy('id', 'desc')
    .limit(keptMax)
  await trx
    .deleteFrom('legal_holds')
    .where('verification_id', '=', verificationId)
    .where(isOver)
    .where('id', 'not in', kept)
    .execute()
}

/** Returns false if it was released already. */
export function setReleased(trx: Trx, id: string, by: AuditActor, nowMs: number): Promise<boolean> {
  return changesAny(
    trx
      .updateTable('legal_holds')
      .set({ released_by_kind: by.kind, released_by_id: orNull(by.id), released_at: nowMs })
      .where('id', '=', id)
      .where('released_at', 'is', null),
  )
}

/** Returns the day that is stated; undefined if none is. */
export async function findRelationshipEnd(
  db: Reader,
  verificationId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('relationship_ends')
    .select('ended_at')
    .where('verification_id', '=', verificationId)
    .executeTakeFirst()
  return row?.ended_at
}

/** Replaces an end that was stated before. */
export async function setRelationshipEnd(
  trx: Trx,
  verificationId: string,
  {
    endedAt,
    by,
    nowMs,
  }: { readonly endedAt: number; readonly by: AuditActor; readonly nowMs: number },
): Promise<void> {
  await deleteRelationshipEnd(trx, verificationId)
  await trx
    .insertInto('relationship_ends')
    .values({
      verification_id: verificationId,
      ended_at: endedAt,
      stated_by_kind: by.kind,
      stated_by_id: orNull(by.id),
      stated_at: nowMs,
    })
    .execute()
}

export async function deleteRelationshipEnd(trx: Trx, verificationId: string): Promise<void> {
  await trx.deleteFrom('relationship_ends').where('verification_id', '=', verificationId).execute()
}

export function toHold(row: LegalHoldTable): LegalHold {
  const { released_at: at, released_by_kind: kind } = row
  return {
    id: row.id,
    verificationId: row.verification_id,
    reason: row.reason,
    reference: orUndefined(row.reference),
    setBy: { kind: row.set_by_kind, id: orUndefined(row.set_by_id) },
    setAt: row.set_at,
    until: orUndefined(row.until),
    released:
      at === null || kind === null
        ? undefined
        : { at, by: { kind, id: orUndefined(row.released_by_id) } },
  }
}
