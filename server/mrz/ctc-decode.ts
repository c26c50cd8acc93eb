// Turns the model's scores of a strip into peaks, one for each character that it saw. Pure.

/** The characters of the zone, in the order of the scores. */
export const zoneCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<'
const classes = zoneCharacters.length
/** Classes after the characters: no character here, and one that no zone has. */
const blank = classes
const foreign = classes + 1
const columns = classes + 2

/** For each step along the strip the probability of each character, of none, and of a foreign one. */
export interface LineScores {
  readonly steps: number
  readonly probabilities: Float32Array
  /** Share of `>` among the angles: over a half where the strip is upside down. */
  readonly turned: number
  /** Steps at which an angle was seen, of either direction; a character takes one or two. */
  readonly angles: number
}

/** One character that the model saw. */
export interface Peak {
  /** Steps from the left end. */
  readonly at: number
  /** Of each character, of `zoneCharacters`. */
  readonly probabilities: readonly number[]
  readonly isForeign: boolean
  /** Of the likeliest class. */
  readonly confidence: number
}

const lookalikes: Readonly<Record<string, string>> = {
  '«': '<',
  '《': '<',
  '〈': '<',
  '‹': '<',
  '＜': '<',
  く: '<',
}

/** Returns what folds the model's classes, which are the blank, the glyphs of its list and the space. */
export function alphabetOf(
  glyphs: readonly string[],
): (scores: Float32Array, steps: number, count: number) => LineScores {
  const classOf = new Map<number, number>([[0, blank]])
  const turnedClasses = new Set<number>()
  for (const [index, glyph] of glyphs.entries()) {
    const folded = lookalikes[glyph] ?? glyph.normalize('NFKC').toUpperCase()
    const found = folded.length === 1 ? zoneCharacters.indexOf(folded) : -1
    if (found >= 0) classOf.set(index + 1, found)
    if (['>', '»', '》', '〉'].includes(glyph)) turnedClasses.add(index + 1)
  }
  return (scores, steps, count) => {
    const probabilities = new Float32Array(steps * columns)
    let [angles, turned] = [0, 0]
    for (let step = 0; step < steps; step += 1) {
      let known = 0
      for (const [glyph, character] of classOf) {
        const probability = scores[step * count + glyph] ?? 0
        const at = step * columns + character
        probabilities[at] = (probabilities[at] ?? 0) + probability
        known += probability
      }
      // The space counts as no character.
      const space = scores[step * count + count - 1] ?? 0
      probabilities[step * columns + blank] = (probabilities[step * columns + blank] ?? 0) + space
      probabilities[step * columns + foreign] = Math.max(0, 1 - known - space)
      for (const glyph of turnedClasses) turned += scores[step * count + glyph] ?? 0
      angles += probabilities[step * columns + classes - 1] ?? 0
    }
    const all = turned + angles
    return { steps, probabilities, turned: turned / Math.max(1e-6, all), angles: all }
  }
}

function scoreAt({ probabilities }: LineScores, step: number, character: number): number {
  return probabilities[step * columns + character] ?? 0
}

/** Reads greedily: the likeliest class of each step, repetitions once, blanks not at all. */
export function peaksOf(scores: LineScores): readonly Peak[] {
  const peaks: Peak[] = []
  let before = blank
  let start = 0
  for (let step = 0; step <= scores.steps; step += 1) {
    const chosen = step === scores.steps ? blank : likeliest(scores, step)
    if (chosen === before) continue
    if (before !== blank) peaks.push(peakOf(scores, start, step))
    before = chosen
    start = step
  }
  return peaks
}

function likeliest(scores: LineScores, step: number): number {
  let best = blank
  for (let one = 0; one < columns; one += 1) {
    if (scoreAt(scores, step, one) > scoreAt(scores, step, best)) best = one
  }
  return best
}

/** The peak of the steps `from` to before `to`; also what stands where no peak was. */
export function peakOf(scores: LineScores, from: number, to: number): Peak {
  const highest = Array.from({ length: columns }, () => 0)
  for (let step = from; step < to; step += 1) {
    for (let one = 0; one < columns; one += 1) {
      highest[one] = Math.max(highest[one] ?? 0, scoreAt(scores, step, one))
    }
  }
  const probabilities = highest.slice(0, classes)
  const best = Math.max(...probabilities)
  const strange = highest[foreign] ?? 0
  return {
    at: (from + to) / 2,
    probabilities,
    isForeign: strange > best,
    confidence: Math.max(best, strange),
  }
}
