// An entry of the palette, and which entries a text leaves.

import type { Icon } from '@tabler/icons-react'
import { hasWordsOf } from '../../words/search-words.ts'

export const entryGroups = ['found', 'here', 'pages', 'commands'] as const

export interface PaletteEntry {
  readonly id: string
  readonly group: (typeof entryGroups)[number]
  readonly label: string
  readonly description?: string | undefined
  /** The key that does the same. */
  readonly keyName?: string | undefined
  readonly icon?: Icon | undefined
  readonly act: () => void
}

/** Those whose label has each word of the text, without regard to case and accents. */
export function matchingEntries(
  entries: readonly PaletteEntry[],
  text: string,
): readonly PaletteEntry[] {
  const matches = hasWordsOf(text)
  return entries.filter(({ label }) => matches(label))
}
