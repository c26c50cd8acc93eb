// Queries of `attestation_due`: whether outcomes from before the audit log recorded them are still to be attested.

import type { Reader, Trx } from '../db/transaction.ts'

/** Returns the instant before which outcomes are still to be attested; undefined if none are. */
export async function findAttestationDue(db: Reader): Promise<number | undefined> {
  const row = await db.selectFrom('attestation_due').select('before').executeTakeFirst()
  return row?.before
}

export async function deleteAttestationDue(trx: Trx): Promise<void> {
  await trx.deleteFrom('attestation_due').execute()
}
