// The way back from a verification to the list that opened it: review queue or verifications.

import { type To, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useMay } from '../../api/session.ts'
import { type ListBehind, listBehindIn } from '../../frame/lists/list-behind.ts'

/** History state for links from the list of verifications. */
export const fromList: ListBehind = { listBehind: '/verifications' }

export interface WayBack {
  /** Address of the list. */
  readonly list: string
  /** Link target; undefined for one step back in the history. */
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

/** Without a list behind, as in a new browser tab, the review tab goes back to the queue. */
export function useListOfVerification(): string {
  const { state } = useLocation()
  const [parameters] = useSearchParams()
  const may = useMay()
  const isReview = parameters.get('tab') === 'review' && may('reviews.work')
  return listBehindIn(state) ?? (isReview ? '/reviews' : '/verifications')
}
