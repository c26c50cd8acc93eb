// What a search finds. Pure.

import type { Environment } from '../../kernel/environment.ts'

export type ResultKind =
  | 'verification'
  | 'review'
  | 'key'
  | 'webhook'
  | 'delivery'
  | 'webhook_alert'
  | 'usage_event'
  | 'user'
  | 'audit_entry'
  | 'job'

export interface SearchResult {
  readonly kind: ResultKind
  readonly id: string
  /** undefined for objects without an environment. */
  readonly environment: Environment | undefined
  /** State of a verification, review, delivery, job, webhook or user; undefined for the others. */
  readonly state: string | undefined
  /** The parent, such as a delivery's webhook or a job's verification. */
  readonly ofId: string | undefined
  /** The client's reference of a verification. */
  readonly externalRef: string | undefined
  readonly createdAt: number
}

/** Ids from the first to the last, both included. */
export interface IdRange {
  readonly from: string
  readonly to: string
}

/** For more results, the user can filter a list. */
export const resultsMax = 20

/** What the search text matched. */
type Match = 'id' | 'external_ref' | 'document_number' | 'name'

export interface Hit extends SearchResult {
  readonly match: Match
}
