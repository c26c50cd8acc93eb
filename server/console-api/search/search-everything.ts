// Searches among everything that the user may see: by id or a part of it, by the client's reference or its start, and
// by whole document number or name. A text may be personal data, so a search by number and name is recorded in the
// audit log, but not its text.

import type { Appliance } from '../../appliance.ts'
import type { AuditOrigin } from '../../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../../audit/record-audit.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { IdPrefix } from '../../kernel/ids.ts'
import { markets } from '../../markets/market.ts'
import { readableEnvironments } from '../../users/readable-environments.ts'
import { type Role, roleMay } from '../../users/role.ts'
import { searchIndexes } from '../../verifications/erasure/encrypted-columns.ts'
import { searchNameIndexes, searchPurpose } from '../../verifications/names/name-index.ts'
import { listIdsByName } from '../../verifications/names/name-view.ts'
import { endedKinds, isEndedKind, listIdsByEnd } from './end-of-id-view.ts'
import { type IdFragment, idFragmentOf } from './id-fragment.ts'
import type { SearchScope } from './search-input.ts'
import { type Hit, resultsMax, type SearchResult } from './search-result.ts'
import { lookups } from './search-view.ts'
import {
  findByEndOfId,
  findByNumberIndex,
  findByReference,
  findVerificationsOf,
} from './verification-search-view.ts'

type SearchNeeds = AuditNeeds & Pick<Appliance, 'db' | 'keyring' | 'config'>

interface Search {
  readonly text: string
  readonly role: Role
  readonly scope: SearchScope
}

const searchedKinds = Object.keys(lookups).filter(isLookup)

/** Returns up to `resultsMax` hits, whole matches first. */
export async function searchEverything(
  needs: SearchNeeds,
  by: AuditOrigin,
  { text, role, scope }: Search,
): Promise<readonly Hit[]> {
  const { reader } = needs.db
  const fragment = idFragmentOf(text, searchedKinds)
  const seen = readableEnvironments((one) => roleMay(role, one))
  const byStart = await findByStart(needs, fragment, role)
  if (fragment.isWhole) return byStart
  const personal = scope === 'everything' ? await searchPersonal(needs, seen, text) : []
  const referenced = await findByReference(reader, text, seen)
  const { end } = fragment
  const byEnd =
    end === undefined || fragment.start !== undefined
      ? []
      : await findByEnd(needs, end, role, ['ver', ...endedKinds])
  const hits = distinct([
    ...personal,
    ...referenced.map((result) => ({ ...result, match: 'external_ref' as const })),
    ...byStart,
    ...byEnd,
  ])
  if (scope === 'everything' && seen.length > 0) await record(needs, by, hits.length)
  return hits
}

async function findByStart(
  { db }: SearchNeeds,
  { start, end }: IdFragment,
  role: Role,
): Promise<readonly Hit[]> {
  if (start === undefined) return []
  const lookup = lookups[start.kind]
  if (lookup === undefined || !roleMay(role, lookup.permission)) return []
  // With both ends, the rare end is looked up first.
  if (end !== undefined && (start.kind === 'ver' || isEndedKind(start.kind))) {
    const ended = await findByEnd({ db }, end, role, [start.kind])
    return ended.filter(({ id }) => id.startsWith(start.from))
  }
  const results = await lookup.find(
    db.reader,
    start,
    readableEnvironments((one) => roleMay(role, one)),
  )
  const ended = end === undefined ? results : results.filter(({ id }) => id.endsWith(end))
  return ended.map((result) => ({ ...result, match: 'id' }))
}

/** Among the kinds of ids that lists show shortened. */
async function findByEnd(
  { db }: Pick<SearchNeeds, 'db'>,
  end: string,
  role: Role,
  kinds: readonly IdPrefix[],
): Promise<readonly Hit[]> {
  const seen = readableEnvironments((one) => roleMay(role, one))
  const found: SearchResult[] = []
  for (const kind of kinds) {
    const lookup = lookups[kind]
    if (lookup === undefined || !roleMay(role, lookup.permission)) continue
    if (kind === 'ver') found.push(...(await findByEndOfId(db.reader, end, seen)))
    if (!isEndedKind(kind)) continue
    for (const id of (await listIdsByEnd(db.reader, kind, end)).slice(0, resultsMax)) {
      found.push(...(await lookup.find(db.reader, { from: id, to: id }, seen)))
    }
  }
  return found.map((result) => ({ ...result, match: 'id' }))
}

/** By whole document number, and by whole name if names are indexed. */
async function searchPersonal(
  { db, keyring, config }: SearchNeeds,
  seen: readonly Environment[],
  text: string,
): Promise<readonly Hit[]> {
  const digests = markets.flatMap(({ country }) => searchIndexes(keyring, country, text))
  const numbered = await findByNumberIndex(db.reader, digests, seen)
  const named: SearchResult[] = []
  for (const environment of config.search.names ? seen : []) {
    const scope = { environment, purpose: searchPurpose }
    const asked = { environment, digests: searchNameIndexes(keyring, scope, [text]) }
    const ids = await listIdsByName(db.reader, asked, resultsMax)
    const rows = ids.map((verification_id) => ({ verification_id }))
    named.push(...(await findVerificationsOf(db.reader, rows, [environment])))
  }
  return [
    ...numbered.map((result) => ({ ...result, match: 'document_number' as const })),
    ...named.map((result) => ({ ...result, match: 'name' as const })),
  ]
}

/** The first match of each object. */
function distinct(hits: readonly Hit[]): readonly Hit[] {
  const seen = new Set<string>()
  const first = hits.filter(({ id }) => !seen.has(id) && seen.add(id))
  return first.slice(0, resultsMax)
}

/** Nothing is returned if the search cannot be recorded. */
async function record(needs: SearchNeeds, by: AuditOrigin, count: number): Promise<void> {
  await inTransaction(needs.db, (trx) =>
    recordAudit(needs, trx, { by, action: 'verification.searched', details: { count } }),
  )
}

function isLookup(name: string): name is IdPrefix {
  return name in lookups
}
