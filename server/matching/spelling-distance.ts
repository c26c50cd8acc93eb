// Weighted edit distance with swaps of neighbours: cheap for letters that transcriptions, dialects
// and OCR exchange, a whole letter for the others.

/** Costs are in letters. For a letter replaced by one of no common class, or one more consonant. */
const letterCost = 1.2
/**
 * For a vowel that one dialect or transcription has and the other lacks: Badr Bader, Kwasi Akwasi.
 */
const addedVowelCost = 0.5
/** For the same at the end, where it may make another name: Kan Kane, Partey Party. */
const lastVowelCost = 0.75
/** For a final `a`, which makes a woman's name of a man's: Karim Karima. */
const feminineCost = letterCost
/** For a mute or sounded h, and for doubled letters. */
const faintCost = 0.25
/** For two neighbouring letters that are swapped. */
const swapCost = 0.75
const vowelCost = 0.75

/** Letters that are exchanged for one another. Capitals are the digraphs of `lettersOf`. */
const classes: readonly { readonly cost: number; readonly pairs: readonly string[] }[] = [
  { cost: 0.5, pairs: ['ae', 'ei', 'ou'] }, // vowels between Arabic, French and English ears
  { cost: 0.25, pairs: ['iy', 'uw', 'Kh', 'Kk', 'Gg', 'cS', 'sS'] }, // one sound
  { cost: 0.5, pairs: ['gr', 'Gr', 'Gk'] }, // Maghrebi ghain: Ghizlane Rizlane
  { cost: 0.5, pairs: ['sz', 'dt', 'bp', 'fv', 'gj', 'gk', 'ck', 'cs', 'jz', 'kq', 'Sj'] }, // voiced or not
  { cost: 0.5, pairs: ['vw', 'uv', 'mn', 'il', 'jl', 'ij', 'vy'] }, // misread
]

/** In both directions. */
const costOfPair: ReadonlyMap<string, number> = new Map(
  classes.flatMap(({ cost, pairs }) =>
    pairs.flatMap((pair) => [[pair, cost] as const, [Array.from(pair).reverse().join(''), cost]]),
  ),
)

/** Returns the spelling with each digraph that stands for one sound as one letter. */
export function lettersOf(writing: string): string {
  return writing
    .replace(/kh/g, 'K')
    .replace(/gh/g, 'G')
    .replace(/sch|tch|ch|sh/g, 'S')
    .replace(/dj/g, 'j')
    .replace(/ph/g, 'f')
    .replace(/ou/g, 'u')
    .replace(/vv/g, 'w')
    .replace(/rn/g, 'm')
    .replace(/1/g, 'l')
}

/**
 * Returns Infinity as soon as every way costs more than `limit`. Work grows with the product of the
 * two lengths.
 */
export function spellingDistance(one: string, other: string, limit: number): number {
  let beforeLast: number[] = []
  let last = firstRow(other)
  for (let row = 1; row <= one.length; row += 1) {
    const current = nextRow({ one, other, row, last, beforeLast })
    if (Math.min(...current) > limit) return Number.POSITIVE_INFINITY
    beforeLast = last
    last = current
  }
  return last[other.length] ?? Number.POSITIVE_INFINITY
}

function firstRow(other: string): number[] {
  const row = [0]
  for (let at = 0; at < other.length; at += 1) row.push((row[at] ?? 0) + addedCost(other, at))
  return row
}

interface RowInput {
  readonly one: string
  readonly other: string
  readonly row: number
  readonly last: readonly number[]
  readonly beforeLast: readonly number[]
}

function nextRow({ one, other, row, last, beforeLast }: RowInput): number[] {
  const current = [(last[0] ?? 0) + addedCost(one, row - 1)]
  for (let column = 1; column <= other.length; column += 1) {
    const swapped =
      row > 1 &&
      column > 1 &&
      one[row - 1] === other[column - 2] &&
      one[row - 2] === other[column - 1]
    current[column] = Math.min(
      (last[column] ?? 0) + addedCost(one, row - 1),
      (current[column - 1] ?? 0) + addedCost(other, column - 1),
      (last[column - 1] ?? 0) + exchangeCost(one.charAt(row - 1), other.charAt(column - 1)),
      swapped ? (beforeLast[column - 2] ?? 0) + swapCost : Number.POSITIVE_INFINITY,
    )
  }
  return current
}

/** Returns the cost of the letter at this position where the other spelling has none. */
function addedCost(text: string, at: number): number {
  const letter = text.charAt(at)
  if (letter === 'h' || letter === text.charAt(at - 1)) return faintCost
  if (!isVowel(letter)) return letterCost
  if (at < text.length - 1) return addedVowelCost
  return letter === 'a' ? feminineCost : lastVowelCost
}

function exchangeCost(one: string, other: string): number {
  if (one === other) return 0
  const cost = costOfPair.get(one + other)
  if (cost !== undefined) return cost
  return isVowel(one) && isVowel(other) ? vowelCost : letterCost
}

function isVowel(letter: string): boolean {
  return 'aeiouy'.includes(letter)
}
