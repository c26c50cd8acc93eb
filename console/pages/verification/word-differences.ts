// Differences of two shown dates by word: day, month or year as a whole. Pure.

import type { Differences, Stretch } from './letter-differences.ts'

/** Between the parts of a date, at which no line breaks. */
const gap = '\u00a0'

/** Compares word by word where the counts match; else marks both texts as a whole. */
export function wordDifferences(claimed: string, read: string): Differences {
  const [ours, theirs] = [claimed.split(gap), read.split(gap)]
  if (ours.length !== theirs.length) {
    return { claimed: [{ text: claimed, isOwn: true }], read: [{ text: read, isOwn: true }] }
  }
  return { claimed: marked(ours, theirs), read: marked(theirs, ours) }
}

function marked(words: readonly string[], others: readonly string[]): readonly Stretch[] {
  return words.flatMap((text, place) => {
    const word = { text, isOwn: text !== others[place] }
    return place === 0 ? [word] : [{ text: gap, isOwn: false }, word]
  })
}
