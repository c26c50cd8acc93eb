// State kept while moving between operations; discarded with the page.

import { useState } from 'react'
import type { SampleLanguage } from './samples/samples.ts'

export interface Desk {
  readonly language: SampleLanguage
  /** Sandbox key for trying requests. */
  readonly key: string
  change(part: Partial<Pick<Desk, 'language' | 'key'>>): void
}

/** The key is kept in memory only: not in the address, not in browser storage. */
export function useDesk(): Desk {
  const [kept, setKept] = useState<Pick<Desk, 'language' | 'key'>>({ language: 'curl', key: '' })
  return { ...kept, change: (part) => setKept((before) => ({ ...before, ...part })) }
}
