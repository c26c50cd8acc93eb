// Finds events whose body nobody needs any more, by the deliveries that they have.

import type { Reader } from '../db/transaction.ts'

/**
 * Of `limit` events with a body, oldest first, those whose deliveries all ended before `endedBefore`.
 * `last` is where the next look begins; undefined when there is nothing left to look at.
 */
export async function listSpentEvents(
  db: Reader,
  endedBefore: number,
  look: {
    readonly after: string
    readonly idBefore: string
    readonly limit: number
  },
): Promise<{ readonly ids: readonly string[]; readonly last: string | undefined }> {
  const rows = await db
    .selectFrom('events as event')
    .select('event.id')
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('webhook_deliveries as delivery')
            .select('delivery.id')
            .whereRef('delivery.event_id', '=', 'event.id')
            .where(({ or, eb }) =>
              or([eb('finished_at', 'is', null), eb('finished_at', '>=', endedBefore)]),
            ),
        )
        .as('is_needed'),
    )
    .where('event.body', 'is not', null)
    .where('event.id', '>', look.after)
    .where('event.id', '<', look.idBefore)
    .orderBy('event.id')
    .limit(look.limit)
    .execute()
  const ids = rows.filter((row) => !row.is_needed).map(({ id }) => id)
  return { ids, last: rows.length < look.limit ? undefined : rows.at(-1)?.id }
}

/** Of these events, those that no delivery names any more. */
export async function listUnnamedEvents(
  db: Reader,
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .distinct()
    .where('event_id', 'in', ids)
    .execute()
  const named = new Set(rows.map((row) => row.event_id))
  return ids.filter((id) => !named.has(id))
}
