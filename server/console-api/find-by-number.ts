// Finds verifications by a document number as a client claimed it, through its blind index: the number
// itself is opened nowhere, and the search leaves a trace.

import type { AuditOrigin } from '../audit/audit.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { markets } from '../markets/market.ts'
import { indexIdNumber } from '../verifications/sealed-parts.ts'
import type { NumberSearch } from './case-input.ts'
import { type ListedCase, listCases } from './case-list-view.ts'
import type { PageWindow } from './page-window.ts'

export interface FindNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
}

export async function findByNumber(
  needs: FindNeeds,
  by: AuditOrigin,
  { environment, country, id_number: idNumber }: Omit<NumberSearch, 'cursor'>,
  window: PageWindow,
): Promise<readonly ListedCase[]> {
  const countries = country === undefined ? markets.map((market) => market.country) : [country]
  const idNumberIndexes = countries
    .map((one) => indexIdNumber(needs.keyring, one, idNumber))
    .filter((digest) => digest !== undefined)
  const found = await listCases(needs.db.reader, { environment, idNumberIndexes }, window)
  const details = { environment, count: found.length }
  await inTransaction(needs.db, (trx) =>
    recordAudit(needs, trx, { by, action: 'verification.searched', details }),
  )
  return found
}
