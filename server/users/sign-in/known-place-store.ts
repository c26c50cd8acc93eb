// Queries of `known_places`: the networks and browsers from which each user signed in.

import { changedRows } from '../../db/changed-rows.ts'
import type { Trx } from '../../db/transaction.ts'
import type { KnownPlace } from './sign-in-place.ts'

/** Returns a user's known places used since an instant, newest first. */
export async function listKnownPlaces(
  trx: Trx,
  asked: { readonly userId: string; readonly since: number },
): Promise<readonly KnownPlace[]> {
  const rows = await trx
    .selectFrom('known_places')
    .select(['trait', 'value', 'last_at'])
    .where('user_id', '=', asked.userId)
    .where('last_at', '>=', asked.since)
    .orderBy('last_at', 'desc')
    .orderBy('value')
    .execute()
  return rows.map(({ trait, value, last_at }) => ({ trait, value, lastAt: last_at }))
}

export async function keepKnownPlace(
  trx: Trx,
  userId: string,
  { trait, value, lastAt }: KnownPlace,
): Promise<void> {
  await trx
    .insertInto('known_places')
    .values({ user_id: userId, trait, value, last_at: lastAt })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'trait', 'value']).doUpdateSet({ last_at: lastAt }),
    )
    .execute()
}

export async function deleteKnownPlaces(
  trx: Trx,
  userId: string,
  places: readonly KnownPlace[],
): Promise<void> {
  for (const { trait, value } of places) {
    await trx
      .deleteFrom('known_places')
      .where('user_id', '=', userId)
      .where('trait', '=', trait)
      .where('value', '=', value)
      .execute()
  }
}

export function deleteKnownPlacesBefore(trx: Trx, instant: number): Promise<number> {
  return changedRows(trx.deleteFrom('known_places').where('last_at', '<', instant))
}
