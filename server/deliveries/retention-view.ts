// Finds events whose body no delivery needs any more.

import type { Reader } from '../db/transaction.ts'

/**
 * Reads `limit` events with a body, oldest first, and returns in `ids` those whose deliveries all
 * ended before `endedBefore`. `last` is where the next batch begins; undefined when there are no
 * more.
 */
export async function listSpentEvents(
  db: Reader,
  endedBefore: number,
  batch: {
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
    .where('event.id', '>', batch.after)
    .where('event.id', '<', batch.idBefore)
    .orderBy('event.id')
    .limit(batch.limit)
    .execute()
  const ids = rows.filter((row) => !row.is_needed).map(({ id }) => id)
  return { ids, last: rows.length < batch.limit ? undefined : rows.at(-1)?.id }
}

/** Returns the ids of the events that no delivery refers to. */
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
