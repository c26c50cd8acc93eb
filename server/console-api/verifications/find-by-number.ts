// Finds verifications by the document number, or the name, that the client claimed. It searches a keyed digest, so
// nothing is decrypted; the search is recorded in the audit log.

import type { Appliance } from '../../appliance.ts'
import type { AuditOrigin } from '../../audit/audit.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/transaction.ts'
import { markets } from '../../markets/market.ts'
import { searchIndexes } from '../../verifications/erasure/encrypted-columns.ts'
import { searchNameIndexes, searchPurpose } from '../../verifications/names/name-index.ts'
import type { PageWindow } from '../page-window.ts'
import type { VerificationFilters } from './verification-filters.ts'
import type { NumberSearch } from './verification-list-input.ts'
import type { VerificationListRow } from './verification-list-row.ts'
import { listVerificationRows } from './verification-list-view.ts'

export type FindNeeds = Pick<Appliance, 'db' | 'clock' | 'keyring' | 'config'>

export async function findByNumber(
  needs: FindNeeds,
  by: AuditOrigin,
  search: Omit<NumberSearch, 'cursor'>,
  window: PageWindow,
): Promise<readonly VerificationListRow[]> {
  const { environment } = search
  const rows = await listByDigests(needs, search, window)
  const details = { environment, count: rows.length }
  await inTransaction(needs.db, (trx) =>
    recordAudit(needs, trx, { by, action: 'verification.searched', details }),
  )
  return rows
}

/** One query for each digest: in a list of them a planner may read the ids in their order instead. */
async function listByDigests(
  needs: FindNeeds,
  search: Omit<NumberSearch, 'cursor'>,
  window: PageWindow,
): Promise<readonly VerificationListRow[]> {
  const found: VerificationListRow[] = []
  for (const digests of digestsOf(needs, search)) {
    const filter = { environment: search.environment, ...digests }
    found.push(...(await listVerificationRows(needs.db.reader, filter, window)))
  }
  const newest = found.toSorted((one, other) => (one.id < other.id ? 1 : -1))
  return newest.slice(0, window.limit + 1)
}

/** A name finds nothing while names are not indexed. */
function digestsOf(
  { keyring, config }: FindNeeds,
  { environment, country, id_number: idNumber, name }: Omit<NumberSearch, 'cursor'>,
): readonly Pick<VerificationFilters, 'nameIndexes' | 'idNumberIndexes'>[] {
  if (idNumber === undefined) {
    const scope = { environment, purpose: searchPurpose }
    const digests = config.search.names ? searchNameIndexes(keyring, scope, [name]) : []
    return digests.map((digest) => ({ nameIndexes: [digest] }))
  }
  const countries = country === undefined ? markets.map((market) => market.country) : [country]
  return countries
    .flatMap((code) => searchIndexes(keyring, code, idNumber))
    .map((digest) => ({ idNumberIndexes: [digest] }))
}
