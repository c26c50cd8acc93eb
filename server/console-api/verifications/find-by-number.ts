// Finds verifications by the document number that the client claimed. It searches a keyed digest, so nothing is
// decrypted; the search is recorded in the audit log.

import type { Appliance } from '../../appliance.ts'
import type { AuditOrigin } from '../../audit/audit.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/transaction.ts'
import { markets } from '../../markets/market.ts'
import { searchIndexes } from '../../verifications/encrypted-columns.ts'
import type { PageWindow } from '../page-window.ts'
import type { NumberSearch } from './verification-list-input.ts'
import { listVerificationRows, type VerificationListRow } from './verification-list-view.ts'

export type FindNeeds = Pick<Appliance, 'db' | 'clock' | 'keyring'>

export async function findByNumber(
  needs: FindNeeds,
  by: AuditOrigin,
  { environment, country, id_number: idNumber }: Omit<NumberSearch, 'cursor'>,
  window: PageWindow,
): Promise<readonly VerificationListRow[]> {
  const countries = country === undefined ? markets.map((market) => market.country) : [country]
  const idNumberIndexes = countries.flatMap((code) => searchIndexes(needs.keyring, code, idNumber))
  const rows = await listVerificationRows(needs.db.reader, { environment, idNumberIndexes }, window)
  const details = { environment, count: rows.length }
  await inTransaction(needs.db, (trx) =>
    recordAudit(needs, trx, { by, action: 'verification.searched', details }),
  )
  return rows
}
