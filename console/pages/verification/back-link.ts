// The way back from a verification to the list that opened it: review queue or verifications.

import { type To, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useMay } from '../../api/session.ts'
import { type PreviousList, previousListIn } from '../../frame/lists/previous-list.ts'

/** History state for links from the list of verifications. */
export const fromList: PreviousList = { previousList: '/verifications' }

interface BackLink {
  /** Address of the list. */
  readonly list: string
  /** Link target; undefined for one step back in the history. */
  readonly to: To | undefined
  go(): void
}

export function useBackLink(): BackLink {
  const navigate = useNavigate()
  const { state } = useLocation()
  const list = useListOfVerification()
  if (previousListIn(state) !== undefined) {
    return { list, to: undefined, go: () => void navigate(-1) }
  }
  return { list, to: list, go: () => void navigate(list) }
}

/** Without a previous list, as in a new browser tab, the review tab goes back to the queue. */
export function useListOfVerification(): string {
  const { state } = useLocation()
  const [parameters] = useSearchParams()
  const may = useMay()
  const isReview = parameters.get('tab') === 'review' && may('reviews.work')
  return previousListIn(state) ?? (isReview ? '/reviews' : '/verifications')
}
