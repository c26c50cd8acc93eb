// The list from which a page was opened, kept in the history state.

import { useLocation } from 'react-router'

/** Going back one step returns to the row. */
export interface PreviousList {
  readonly previousList: string
}

/** History state that a list passes to the pages it opens. */
export function useThisAsPreviousList(): PreviousList {
  return { previousList: useLocation().pathname }
}

export function previousListIn(state: unknown): string | undefined {
  const isGiven = typeof state === 'object' && state !== null && 'previousList' in state
  return isGiven && typeof state.previousList === 'string' ? state.previousList : undefined
}
