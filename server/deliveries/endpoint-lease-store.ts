// The queries of endpoint leases. Each is one guarded statement, so that two nodes never both get a lease.

import { changedRows } from '../db/changed-rows.ts'
import { prepare } from '../db/prepared.ts'
import { prepareList } from '../db/prepared-list.ts'
import type { Reader, Trx } from '../db/transaction.ts'

/** Returns the holder of each endpoint that has a lease, ended ones included. */
export async function listLeases(
  db: Reader,
  webhookIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly nodeId: string; readonly until: number }>> {
  const rows = await listOfWebhooks.all(db, webhookIds, {})
  return new Map(rows.map((row) => [row.webhook_id, { nodeId: row.node_id, until: row.until }]))
}

const listOfWebhooks = prepareList((db, webhookIds) =>
  db
    .selectFrom('webhook_leases')
    .select(['webhook_id', 'node_id', 'until'])
    .where('webhook_id', 'in', webhookIds),
)

export interface WantedLease {
  readonly webhookId: string
  readonly nodeId: string
  readonly until: number
  /** A node that is gone: its lease has ended, whatever its time says. Without one, the wanting node itself. */
  readonly goneNodeId: string
  /** Leases that end by this time have ended ... */
  readonly endedBy: number
  /** ... and those that end after this one were written by a clock that went wrong. */
  readonly untilMax: number
}

/** Takes or renews the lease. Returns false, and changes nothing, while another node holds it. */
export async function takeEndpointLease(trx: Trx, wanted: WantedLease): Promise<boolean> {
  return (await takeOne.run(trx, wanted)) === 1
}

const takeOne = prepare((db, wanted: WantedLease) =>
  db
    .insertInto('webhook_leases')
    .values({ webhook_id: wanted.webhookId, node_id: wanted.nodeId, until: wanted.until })
    .onConflict((conflict) =>
      conflict
        .columns(['webhook_id'])
        .doUpdateSet((update) => ({
          node_id: update.ref('excluded.node_id'),
          until: update.ref('excluded.until'),
        }))
        .where(({ or, eb, ref }) =>
          or([
            eb('webhook_leases.node_id', '=', ref('excluded.node_id')),
            eb('webhook_leases.node_id', '=', wanted.goneNodeId),
            eb('webhook_leases.until', '<=', wanted.endedBy),
            eb('webhook_leases.until', '>', wanted.untilMax),
          ]),
        ),
    ),
)

/** Deletes leases that nobody has renewed since; returns how many. */
export function deleteEndedLeases(trx: Trx, endedBy: number): Promise<number> {
  return changedRows(trx.deleteFrom('webhook_leases').where('until', '<=', endedBy))
}

/** Gives leases back. Those that another node has taken meanwhile stay. */
export async function deleteLeases(
  trx: Trx,
  nodeId: string,
  webhookIds: readonly string[],
): Promise<void> {
  await deleteOfNode.run(trx, webhookIds, { nodeId })
}

const deleteOfNode = prepareList((db, webhookIds, { nodeId }: { readonly nodeId: string }) =>
  db
    .deleteFrom('webhook_leases')
    .where('webhook_id', 'in', webhookIds)
    .where('node_id', '=', nodeId),
)
