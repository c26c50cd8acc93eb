// The JSON of search results: kind, id and state, no personal data.

import { toIso } from '../../kernel/clock.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { Hit, Match } from './search-everything.ts'
import type { ResultKind } from './search-view.ts'

export interface HitJson {
  readonly kind: ResultKind
  readonly id: string
  readonly environment: Environment | null
  /** State of a verification, review, delivery, job, webhook or user; null for the others. */
  readonly state: string | null
  /** The parent: the webhook of a delivery or alert, the verification of a job, review or usage event. */
  readonly of_id: string | null
  readonly created_at: string
  readonly match: Match
}

export function hitJson(hit: Hit): HitJson {
  return {
    kind: hit.kind,
    id: hit.id,
    environment: hit.environment ?? null,
    state: hit.state ?? null,
    of_id: hit.ofId ?? null,
    created_at: toIso(hit.createdAt),
    match: hit.match,
  }
}
