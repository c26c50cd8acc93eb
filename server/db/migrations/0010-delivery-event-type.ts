// The kind of event stands with its deliveries, too, so that the log of one webhook is found by it along
// an index instead of event by event.

import type { Trx } from '../transaction.ts'

export async function deliveryEventType(trx: Trx): Promise<void> {
  const deliveries = trx.schema.alterTable('webhook_deliveries')
  await deliveries.addColumn('event_type', 'text').execute()
  await trx
    .updateTable('webhook_deliveries')
    .set((update) => ({
      event_type: update
        .selectFrom('events')
        .select('events.type')
        .whereRef('events.id', '=', 'webhook_deliveries.event_id')
        .$asScalar()
        .$notNull(),
    }))
    .execute()
  await deliveries.alterColumn('event_type', (column) => column.setNotNull()).execute()
  await trx.schema.dropIndex('webhook_deliveries_by_webhook_id_state_id').execute()
  await trx.schema
    .createIndex('webhook_deliveries_by_webhook_id_state_event_type_id')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'state', 'event_type', 'id'])
    .execute()
}
