// The way back from a verification to the list that it was opened from, the queue of reviews or all of them.

import { type To, useLocation, useNavigate, useSearchParams } from 'react-router'

/** What a list tells the page that it opens: one step back leads to the very row. */
export const fromList = { isFromList: true } as const

export interface WayBack {
  /** Where it leads; undefined for the entry of the history before this one. */
  readonly to: To | undefined
  go(): void
}

/** Where no list is behind, as in a new tab of the browser, a case opened for its review has the queue. */
export function useWayBack(): WayBack {
  const navigate = useNavigate()
  const { state } = useLocation()
  const [parameters] = useSearchParams()
  if (hasListBehind(state)) return { to: undefined, go: () => void navigate(-1) }
  const to = parameters.get('tab') === 'review' ? '/reviews' : '/verifications'
  return { to, go: () => void navigate(to) }
}

function hasListBehind(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isFromList' in state
}
