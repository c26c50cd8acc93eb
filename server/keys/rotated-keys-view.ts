// Tells which keys were rotated: those with a successor that works or waits for approval.

import type { ExpressionBuilder, NotNull } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Reader } from '../db/transaction.ts'

/** Selects the ids of all rotated keys. */
export function selectRotatedIds(db: Pick<Reader, 'selectFrom'>) {
  return db
    .selectFrom('api_keys')
    .select('rotated_from as id')
    .$narrowType<{ id: NotNull }>()
    .where('rotated_from', 'is not', null)
    .where(isNoRefusedRotation)
}

/** A successor that was not approved replaces nothing. */
export function isNoRefusedRotation({ or, eb }: ExpressionBuilder<Schema, 'api_keys'>) {
  return or([eb('waiting_since', 'is', null), eb('revoked_at', 'is', null)])
}
