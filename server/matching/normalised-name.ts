// Writes a name so that two writings of the same name become the same text, for keyed digests of names. Pure.

import { wordKindOf } from './name-kinds.ts'
import { type NameField, wordsOf } from './name-words.ts'
import { presentText } from './present-text.ts'

/**
 * Returns the words of the name without case, accents, apostrophes, hyphens and titles, in the order of the alphabet,
 * so that it does not matter which part is the family name. Spellings stay apart: "Diallo" is not "Jallow".
 * Returns undefined where there is no name.
 *
 * @param parts in any order, such as a given and a family name, or one full name
 */
export function normalisedName(parts: readonly (string | undefined)[]): string | undefined {
  const writings = parts.flatMap((part) => {
    const text = presentText(part)
    return text === undefined ? [] : wordsOf(anyField, text).map((word) => word.writing)
  })
  const names = writings.filter((writing) => wordKindOf(writing) !== 'title')
  const words = names.length > 0 ? names : writings
  return words.length === 0 ? undefined : words.toSorted().join(' ')
}

/** The words of a name do not depend on the field. */
const anyField: NameField = 'fullName'
