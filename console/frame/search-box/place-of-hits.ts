// Where a search leads: straight to the one thing that an id names, to the list by a reference, or to the
// list by a document number, which must not stand in an address.

import type { HitJson } from '../../../server/console-api/search/search-json.ts'
import type { Environment } from '../environment.tsx'

export type Place =
  | { readonly kind: 'verification'; readonly id: string }
  | { readonly kind: 'reference' }
  | { readonly kind: 'number' }
  | { readonly kind: 'nothing' }

export function placeOf(hits: readonly HitJson[]): Place {
  const [id] = hits.filter(({ match }) => match === 'id').flatMap(verificationOf)
  if (id !== undefined) return { kind: 'verification', id }
  if (hits.some(({ match }) => match === 'document_number')) return { kind: 'number' }
  return { kind: hits.some(({ match }) => match === 'external_ref') ? 'reference' : 'nothing' }
}

/** The one that is looked at, unless everything that was found lies in the other. */
export function environmentOf(hits: readonly HitJson[], current: Environment): Environment {
  const found = hits.flatMap(({ environment }) => environment ?? [])
  return found.includes(current) ? current : (found[0] ?? current)
}

/** Of a review, a score or a picture: the verification that it belongs to. */
function verificationOf({ kind, id, of_id: ofId }: HitJson): readonly string[] {
  if (kind === 'verification') return [id]
  return ofId?.startsWith('ver_') ? [ofId] : []
}
