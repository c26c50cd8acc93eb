// A filter of a list in the console that a user saved under a name, for themselves or for everybody who uses that
// list. It holds codes, days and ids of users, never free text. Pure.

import type { IdPrefix } from '../kernel/ids.ts'

export type FilteredList = 'reviews' | 'verifications'

/** The parameters of each list that may be saved; those that could identify a customer are not among them. */
export const savedParameters = {
  reviews: [
    'state',
    'cause',
    'country',
    'id_type',
    'assignee',
    'reviewer',
    'overdue',
    'outcome',
    'order',
  ],
  verifications: [
    'status',
    'country',
    'id_type',
    'band',
    'reason',
    'review_state',
    'scoring_skipped',
    'dates',
  ],
} as const satisfies Readonly<Record<FilteredList, readonly string[]>>

export const filterNameCharactersMax = 60
/** Of one user, over all lists. */
export const filtersPerUserMax = 50
/** Of one list, over all users: what a list of filters can show. */
export const sharedPerListMax = 200

export const filterIdPrefix: IdPrefix = 'flt'

type FilterParameters = Readonly<Record<string, string>>

export interface SavedFilter {
  readonly id: string
  readonly ownerId: string
  readonly list: FilteredList
  /** Unique among the filters of its owner for the list. */
  readonly name: string
  readonly parameters: FilterParameters
  /** Everybody who may use the list can use it. */
  readonly isShared: boolean
  readonly createdAt: number
}

export interface UsableFilter extends SavedFilter {
  readonly ownerName: string
}
