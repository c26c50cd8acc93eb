// Letters in which two spellings differ, ignoring case and accents as the server's comparison does.
// Pure.

import { type ChangeObject, diffArrays } from 'diff'

/** A part of one text that is common to both, or only in it. */
export interface Stretch {
  readonly text: string
  readonly isOwn: boolean
}

export interface Differences {
  readonly claimed: readonly Stretch[]
  readonly read: readonly Stretch[]
}

/** Longer texts are compared as a whole. */
const lettersMax = 400

export function differencesOf(claimed: string, read: string): Differences {
  const ours = lettersOf(claimed)
  const theirs = lettersOf(read)
  if (ours.length > lettersMax || theirs.length > lettersMax) {
    const isOwn = claimed !== read
    return { claimed: [{ text: claimed, isOwn }], read: [{ text: read, isOwn }] }
  }
  const changes = diffArrays(ours.map(plain), theirs.map(plain))
  return {
    claimed: stretchesOf(
      ours,
      changes.filter(({ added }) => !added),
    ),
    read: stretchesOf(
      theirs,
      changes.filter(({ removed }) => !removed),
    ),
  }
}

/** Splits into graphemes: a letter with its accents is one. */
function lettersOf(text: string): readonly string[] {
  return [...new Intl.Segmenter('und').segment(text)].map(({ segment }) => segment)
}

function plain(letter: string): string {
  return letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[‘’ʼ]/g, "'")
}

/** The letters of one side, cut where the changes of that side begin and end. */
function stretchesOf(
  letters: readonly string[],
  changes: readonly ChangeObject<unknown>[],
): readonly Stretch[] {
  const stretches: { text: string; isOwn: boolean }[] = []
  let from = 0
  for (const { count, added, removed } of changes) {
    const text = letters.slice(from, from + count).join('')
    const isOwn = added || removed
    const last = stretches.at(-1)
    if (last?.isOwn === isOwn) last.text += text
    else stretches.push({ text, isOwn })
    from += count
  }
  return stretches
}
