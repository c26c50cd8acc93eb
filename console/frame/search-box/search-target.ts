// Address that a search leads to: the item for an id, the list for a reference, or the list by
// token for a document number, which must not be in an address.

import type { HitJson, SearchJson } from '../../../server/console-api/search/search-json.ts'
import type { Environment } from '../../../server/kernel/environment.ts'

export type SearchPlace =
  | { readonly kind: 'verification'; readonly id: string }
  | { readonly kind: 'reference' }
  | { readonly kind: 'number' }
  | { readonly kind: 'name' }
  | { readonly kind: 'nothing' | 'nothing_but_names' }

export function searchPlaceOf({ items: hits, names_searched: isWhole }: SearchJson): SearchPlace {
  const [id] = hits.filter(({ match }) => match === 'id').flatMap(verificationOf)
  const isOther = hits.some(({ match }) => match !== 'id')
  if (id !== undefined && !isOther) return { kind: 'verification', id }
  if (hits.some(({ match }) => match === 'document_number')) return { kind: 'number' }
  if (hits.some(({ match }) => match === 'name')) return { kind: 'name' }
  if (hits.some(({ match }) => match === 'external_ref')) return { kind: 'reference' }
  return { kind: isWhole ? 'nothing' : 'nothing_but_names' }
}

/** Environment of the result: the current one, unless all hits are in the other. */
export function environmentOf(hits: readonly HitJson[], current: Environment): Environment {
  const found = hits.flatMap(({ environment }) => environment ?? [])
  return found.includes(current) ? current : (found[0] ?? current)
}

/** Verification to which a review, score or image belongs. */
function verificationOf({ kind, id, of_id: ofId }: HitJson): readonly string[] {
  if (kind === 'verification') return [id]
  return ofId?.startsWith('ver_') ? [ofId] : []
}
