// Searches by exact id, reference or document number among everything that the user may see. A text that is not an id
// may be a document number, so the search is recorded in the audit log, but not its text.

import type { Appliance } from '../../appliance.ts'
import type { AuditOrigin } from '../../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type IdPrefix, isId } from '../../kernel/ids.ts'
import { markets } from '../../markets/market.ts'
import { type Role, roleMay } from '../../users/role.ts'
import { searchIndexes } from '../../verifications/encrypted-columns.ts'
import { findByNumberIndex, findByReference, lookups, type SearchResult } from './search-view.ts'

type SearchNeeds = AuditNeeds & Pick<Appliance, 'db' | 'keyring'>

/** What the search text matched. */
const matches = ['id', 'external_ref', 'document_number'] as const
type Match = (typeof matches)[number]

export interface Hit extends SearchResult {
  readonly match: Match
}

export async function searchEverything(
  needs: SearchNeeds,
  by: AuditOrigin,
  { text, role }: { readonly text: string; readonly role: Role },
): Promise<readonly Hit[]> {
  const prefix = prefixOf(text)
  const byId = prefix && lookups[prefix]
  if (byId) {
    const results = roleMay(role, byId.permission) ? await byId.find(needs.db.reader, text) : []
    return results.map((result) => ({ ...result, match: 'id' }))
  }
  return roleMay(role, 'verifications.read') ? searchVerifications(needs, by, text) : []
}

/** Returns no result if the search cannot be recorded. */
async function searchVerifications(
  needs: SearchNeeds,
  by: AuditOrigin,
  text: string,
): Promise<readonly Hit[]> {
  const { reader } = needs.db
  const referenced = await findByReference(reader, text)
  const indexes = markets.flatMap(({ country }) => searchIndexes(needs.keyring, country, text))
  const numbered = await findByNumberIndex(reader, indexes)
  const hits: readonly Hit[] = [
    ...numbered.map((result) => ({ ...result, match: 'document_number' as const })),
    ...referenced.map((result) => ({ ...result, match: 'external_ref' as const })),
  ]
  const details = { count: hits.length }
  await inTransaction(needs.db, (trx) =>
    recordAudit(needs, trx, { by, action: 'verification.searched', details }),
  )
  return hits
}

function prefixOf(text: string): IdPrefix | undefined {
  return Object.keys(lookups)
    .filter(isLookup)
    .find((prefix) => isId(prefix, text))
}

function isLookup(name: string): name is IdPrefix {
  return name in lookups
}
