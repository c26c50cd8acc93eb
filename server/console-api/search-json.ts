// The wire shape of what a search found: what it is and where it stands, and nothing of any person.

import { toIso } from '../kernel/clock.ts'
import type { Environment } from '../keys/key.ts'
import type { Hit, Match } from './search-everything.ts'
import type { FoundKind } from './search-view.ts'

export interface HitJson {
  readonly kind: FoundKind
  readonly id: string
  readonly environment: Environment | null
  /** State of a verification, delivery, job, review; null for what has none. */
  readonly state: string | null
  /** What it is a part of: a delivery's webhook, the verification of a job, review or usage event. */
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
