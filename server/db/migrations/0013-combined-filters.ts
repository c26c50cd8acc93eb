// Status, country and document of a verification in one index, in the order of ids: of filters that hardly
// ever meet, the console's list would otherwise walk along one in search of the other.

import type { Trx } from '../transaction.ts'

export async function combinedFilters(trx: Trx): Promise<void> {
  await trx.schema
    .createIndex('verifications_by_status_country_id_type_id')
    .on('verifications')
    .columns(['environment', 'status', 'country', 'id_type', 'id'])
    .execute()
}
