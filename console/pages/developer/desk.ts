// What stays as it is while one goes from operation to operation, and is gone with the page.

import { useState } from 'react'
import type { SampleLanguage } from './samples/samples.ts'

export interface Desk {
  readonly language: SampleLanguage
  /** Of the sandbox, for trying. */
  readonly key: string
  change(part: Partial<Pick<Desk, 'language' | 'key'>>): void
}

/** The key is kept here and nowhere else: not in the address, not in the browser's storage. */
export function useDesk(): Desk {
  const [kept, setKept] = useState<Pick<Desk, 'language' | 'key'>>({ language: 'curl', key: '' })
  return { ...kept, change: (part) => setKept((before) => ({ ...before, ...part })) }
}
