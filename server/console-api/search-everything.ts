// Looks for one thing by its exact name, among what the asking member may see. Whatever is no id may be
// somebody's document number, so that asking for it is written down; what was asked is not.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import { type IdPrefix, isId } from '../kernel/ids.ts'
import { markets } from '../markets/market.ts'
import { type Role, roleMay } from '../staff/role.ts'
import { indexIdNumber } from '../verifications/sealed-parts.ts'
import { type Found, findByNumberIndex, findByReference, lookups } from './search-view.ts'

export interface SearchNeeds extends AuditNeeds {
  readonly db: Db
  readonly keyring: Keyring
}

/** What the text turned out to be. */
export const matches = ['id', 'external_ref', 'document_number'] as const
export type Match = (typeof matches)[number]

export interface Hit extends Found {
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
    const found = roleMay(role, byId.permission) ? await byId.find(needs.db.reader, text) : []
    return found.map((one) => ({ ...one, match: 'id' }))
  }
  return roleMay(role, 'verifications.read') ? searchPeople(needs, by, text) : []
}

/** Nothing is shown where the look cannot be written down. */
async function searchPeople(
  needs: SearchNeeds,
  by: AuditOrigin,
  text: string,
): Promise<readonly Hit[]> {
  const { reader } = needs.db
  const referenced = await findByReference(reader, text)
  const indexes = markets.flatMap(({ country }) => {
    const index = indexIdNumber(needs.keyring, country, text)
    return index === undefined ? [] : [index]
  })
  const numbered = await findByNumberIndex(reader, indexes)
  const hits: readonly Hit[] = [
    ...numbered.map((one) => ({ ...one, match: 'document_number' as const })),
    ...referenced.map((one) => ({ ...one, match: 'external_ref' as const })),
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
