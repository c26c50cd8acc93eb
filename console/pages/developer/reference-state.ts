// State kept while moving between operations; discarded with the page.

import { useState } from 'react'
import type { SampleLanguage } from './samples/samples.ts'

export interface ReferenceState {
  readonly language: SampleLanguage
  /** Sandbox key for trying requests. */
  readonly key: string
  change(part: Partial<Pick<ReferenceState, 'language' | 'key'>>): void
}

/** The key is kept in memory only: not in the address, not in browser storage. */
export function useReferenceState(): ReferenceState {
  const [kept, setKept] = useState<Pick<ReferenceState, 'language' | 'key'>>({
    language: 'curl',
    key: '',
  })
  return { ...kept, change: (part) => setKept((before) => ({ ...before, ...part })) }
}
