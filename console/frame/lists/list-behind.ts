// From which list a page was opened, as the step of the history that led to it tells.

import { useLocation } from 'react-router'

/** One step back leads to the very row. */
export interface ListBehind {
  readonly listBehind: string
}

/** What a list hands on with the step to a page that it opens. */
export function useThisListBehind(): ListBehind {
  return { listBehind: useLocation().pathname }
}

export function listBehindIn(state: unknown): string | undefined {
  const isTold = typeof state === 'object' && state !== null && 'listBehind' in state
  return isTold && typeof state.listBehind === 'string' ? state.listBehind : undefined
}
