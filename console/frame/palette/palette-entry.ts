// An entry of the palette, and which entries a text leaves.

import type { Icon } from '@tabler/icons-react'

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
  const words = plain(text).split(' ').filter(Boolean)
  return entries.filter(({ label }) => words.every((word) => plain(label).includes(word)))
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
