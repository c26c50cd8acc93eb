// Counts the bytes of stored images, in the transaction of their rows.

import { prepare } from '../../db/prepared.ts'
import type { Trx } from '../../db/transaction.ts'

export async function addStoredBytes(trx: Trx, bytes: number): Promise<void> {
  await add.run(trx, { bytes })
}

const add = prepare((db, { bytes }: { readonly bytes: number }) =>
  db
    .insertInto('stored_images')
    .values({ only: 1, bytes })
    .onConflict((conflict) =>
      conflict
        .column('only')
        .doUpdateSet((update) => ({ bytes: update('stored_images.bytes', '+', bytes) })),
    ),
)
