// Letters in which two spellings differ, ignoring case and accents as the server's comparison does.
// Pure.

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
  const common = commonLetters(ours.map(plain), theirs.map(plain))
  return {
    claimed: stretchesOf(ours, new Set(common.map(([place]) => place))),
    read: stretchesOf(theirs, new Set(common.map(([, place]) => place))),
  }
}

/** Splits into graphemes: a letter with its accents is one. */
function lettersOf(text: string): readonly string[] {
  return [...new Intl.Segmenter('und').segment(text)].map(({ segment }) => segment)
}

function plain(letter: string): string {
  return letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[‘’ʼ]/g, "'")
}

/** Positions of a longest common subsequence, in order. */
function commonLetters(
  ours: readonly string[],
  theirs: readonly string[],
): readonly (readonly [number, number])[] {
  const lengths = commonLengths(ours, theirs)
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  const places: (readonly [number, number])[] = []
  let [i, j] = [0, 0]
  while (i < ours.length && j < theirs.length) {
    if (ours[i] === theirs[j]) places.push([i++, j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return places
}

/** At [i][j]: length of the longest common subsequence of both texts from there. */
function commonLengths(ours: readonly string[], theirs: readonly string[]): readonly number[][] {
  const lengths = Array.from({ length: ours.length + 1 }, () =>
    new Array<number>(theirs.length + 1).fill(0),
  )
  for (let i = ours.length - 1; i >= 0; i -= 1) {
    const [row, below] = [lengths[i] ?? [], lengths[i + 1] ?? []]
    for (let j = theirs.length - 1; j >= 0; j -= 1) {
      row[j] =
        ours[i] === theirs[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return lengths
}

function stretchesOf(letters: readonly string[], common: ReadonlySet<number>): readonly Stretch[] {
  const stretches: { text: string; isOwn: boolean }[] = []
  letters.forEach((text, place) => {
    const isOwn = !common.has(place)
    const last = stretches.at(-1)
    if (last !== undefined && last.isOwn === isOwn) last.text += text
    else stretches.push({ text, isOwn })
  })
  return stretches
}
