// Differences of two dates by word: day, month or year as a whole. Pure.

import type { Differences, Stretch } from './letter-differences.ts'

/** Compares word by word where the counts match; else marks both texts as a whole. */
export function wordDifferences(claimed: string, read: string): Differences {
  const [ours, theirs] = [claimed.split(' '), read.split(' ')]
  if (ours.length !== theirs.length) {
    return { claimed: [{ text: claimed, isOwn: true }], read: [{ text: read, isOwn: true }] }
  }
  return { claimed: marked(ours, theirs), read: marked(theirs, ours) }
}

function marked(words: readonly string[], others: readonly string[]): readonly Stretch[] {
  return words.flatMap((text, place) => {
    const word = { text, isOwn: text !== others[place] }
    return place === 0 ? [word] : [{ text: ' ', isOwn: false }, word]
  })
}
