// The way back from a verification to the list that it was opened from, the queue of reviews or all of them.

import { type To, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useMay } from '../../api/session.ts'
import { type ListBehind, listBehindIn } from '../../frame/lists/list-behind.ts'

/** What the list of verifications hands on with a link of its own. */
export const fromList: ListBehind = { listBehind: '/verifications' }

export interface WayBack {
  /** The address of the list. */
  readonly list: string
  /** Where it leads; undefined for the entry of the history before this one. */
  readonly to: To | undefined
  go(): void
}

export function useWayBack(): WayBack {
  const navigate = useNavigate()
  const { state } = useLocation()
  const list = useListOfVerification()
  if (listBehindIn(state) !== undefined) {
    return { list, to: undefined, go: () => void navigate(-1) }
  }
  return { list, to: list, go: () => void navigate(list) }
}

/** Where no list is behind, as in a new tab of the browser, a case opened for its review has the queue. */
export function useListOfVerification(): string {
  const { state } = useLocation()
  const [parameters] = useSearchParams()
  const may = useMay()
  const isReview = parameters.get('tab') === 'review' && may('reviews.work')
  return listBehindIn(state) ?? (isReview ? '/reviews' : '/verifications')
}
