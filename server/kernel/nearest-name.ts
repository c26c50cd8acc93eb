// Finds the name that a client probably meant by a misspelled one. Pure.

import { editDistance } from './edit-distance.ts'
import { isFieldName } from './field-name.ts'

const editsMax = 2

/** Returns the known name within two edits, or one that contains the other as a word: `from` and `created_from`. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  const near = known.map((word) => {
    const isPart = isPartOf(name, word) || isPartOf(word, name)
    return { word, edits: isPart ? editsMax : editDistance(plain(name), plain(word), editsMax) }
  })
  const [best] = near.toSorted((one, other) => one.edits - other.edits)
  return best !== undefined && best.edits <= editsMax ? best.word : undefined
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll('_', '')
}

function isPartOf(part: string, name: string): boolean {
  return name.toLowerCase().split('_').includes(part.toLowerCase())
}

/** A body may hold thousands of unknown names. */
const comparedMax = 40

/**
 * Continues the message about an absent field: names the unknown field that was sent and is spelled nearly like it.
 * @param sent all names that were sent
 */
export function hintAtMisspelling(
  absent: string,
  sent: readonly string[],
  known: readonly string[],
): string {
  const unknown = sent.filter((name) => isFieldName(name) && !known.includes(name))
  const nearest = nearestOf(absent, unknown.slice(0, comparedMax))
  if (nearest === undefined) return ''
  return ` You sent ${nearest}, which is unknown: if you mean it, name it ${absent}.`
}
