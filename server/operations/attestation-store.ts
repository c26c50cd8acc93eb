// Keeps whether there is something that the audit log has no word on yet, because it is from before it kept them.

import type { Reader, Trx } from '../db/transaction.ts'

/** What was made before this instant is still to be attested; undefined where nothing is. */
export async function findAttestationDue(db: Reader): Promise<number | undefined> {
  const row = await db.selectFrom('attestation_due').select('before').executeTakeFirst()
  return row?.before
}

export async function deleteAttestationDue(trx: Trx): Promise<void> {
  await trx.deleteFrom('attestation_due').execute()
}
