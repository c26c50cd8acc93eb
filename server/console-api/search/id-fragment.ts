// Reads a search text as an id or a part of one: its start, its end, or both as lists show them. Pure.

import { endOfPrefix } from '../../kernel/fold-text.ts'
import { type IdPrefix, isId } from '../../kernel/ids.ts'

export interface IdFragment {
  /** Ids of a kind from `from` to `to`, if the text begins as an id of that kind. */
  readonly start:
    | { readonly kind: IdPrefix; readonly from: string; readonly to: string }
    | undefined
  /** The last characters of an id, at least `endLength`. */
  readonly end: string | undefined
  readonly isWhole: boolean
}

/** The end of an id that lists show. */
export const endLength = 4

const started = /^([a-z]{2,4})_([0-9a-hjkmnp-tv-z]{1,26})$/
const opaque = /^[0-9a-hjkmnp-tv-z]{4,26}$/
const shortened = /^([a-z]{2,4}_[0-9a-hjkmnp-tv-z]{0,26})(?:…|\.\.\.)([0-9a-hjkmnp-tv-z]{4,26})$/

/** Ignores case. @param kinds The kinds of ids that can be found. */
export function idFragmentOf(text: string, kinds: readonly IdPrefix[]): IdFragment {
  const small = text.toLowerCase()
  const [, head = '', tail] = shortened.exec(small) ?? []
  const [, name] = started.exec(tail === undefined ? small : head) ?? []
  const kind = kinds.find((one) => one === name)
  const from = tail === undefined ? small : head
  return {
    start: kind && { kind, from, to: endOfPrefix(from) },
    end: tail ?? (opaque.test(small) ? small : undefined),
    isWhole: kind !== undefined && isId(kind, small),
  }
}
