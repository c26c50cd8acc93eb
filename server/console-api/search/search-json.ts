// The JSON of search results: kind, id and state, no personal data.

import { toIso } from '../../kernel/clock.ts'
import type { Hit } from './search-result.ts'

export function hitJson(hit: Hit) {
  return {
    kind: hit.kind,
    id: hit.id,
    environment: hit.environment ?? null,
    /** State of a verification, review, delivery, job, webhook or user; null for the others. */
    state: hit.state ?? null,
    /** The parent: the webhook of a delivery or alert, the verification of a job, review or usage event. */
    of_id: hit.ofId ?? null,
    /** The client's reference of a verification. */
    external_ref: hit.externalRef ?? null,
    created_at: toIso(hit.createdAt),
    match: hit.match,
  }
}

export type HitJson = ReturnType<typeof hitJson>

export interface SearchJson {
  readonly items: readonly HitJson[]
  readonly next_cursor: null
  /** False where the bank has names not indexed: then nothing found by a name says nothing about the person. */
  readonly names_searched: boolean
}
