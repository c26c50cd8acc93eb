// Which words of two dates differ: the day, the month or the year as a whole, since a letter of a month says
// nothing. Pure.

import type { Differences, Stretch } from './letter-differences.ts'

/** Place by place where both have as many words; else each is marked as a whole. */
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
