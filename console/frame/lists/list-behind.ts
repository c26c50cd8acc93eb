// The list from which a page was opened, kept in the history state.

import { useLocation } from 'react-router'

/** Going back one step returns to the row. */
export interface ListBehind {
  readonly listBehind: string
}

/** History state that a list passes to the pages it opens. */
export function useThisListBehind(): ListBehind {
  return { listBehind: useLocation().pathname }
}

export function listBehindIn(state: unknown): string | undefined {
  const isTold = typeof state === 'object' && state !== null && 'listBehind' in state
  return isTold && typeof state.listBehind === 'string' ? state.listBehind : undefined
}
