// Turns the fields of one side into the tokens that are compared: words with their kind and the
// part of the name they belong to. Second step, after splitting into words.

import { isDescent, type WordKind, wordKindOf } from './name-kinds.ts'
import { type NameField, type NameSpan, type NameWord, wordsOf } from './name-words.ts'

export type NamePart = 'given' | 'family'

export interface NameToken {
  readonly span: NameSpan
  readonly writing: string
  readonly script: NameWord['script']
  readonly kind: Exclude<WordKind, 'title'>
  /** Undefined in a full name, where the part is not known. */
  readonly part: NamePart | undefined
  /** Follows a word of descent: names the parent, not the person. */
  readonly parent: boolean
}

export interface FieldText {
  readonly field: NameField
  readonly text: string
}

const partOf: Readonly<Record<NameField, NamePart | undefined>> = {
  firstName: 'given',
  otherNames: 'given',
  lastName: 'family',
  fullName: undefined,
}

/** Returns the tokens of all fields in order, without titles. */
export function tokensOf(fields: readonly FieldText[]): readonly NameToken[] {
  return fields.flatMap(({ field, text }) => fieldTokens(field, wordsOf(field, text)))
}

function fieldTokens(field: NameField, words: readonly NameWord[]): readonly NameToken[] {
  const kinds = words.map((word) => wordKindOf(word.writing))
  const namesLeast = field === 'fullName' ? 2 : 1
  const names = kinds.filter((kind) => kind !== 'particle' && kind !== 'title').length
  const particle: NameToken['kind'] = names < namesLeast ? 'name' : 'particle'
  return words.flatMap((word, index) => {
    const kind = kinds[index]
    if (kind === undefined || kind === 'title') return []
    return {
      span: word.span,
      writing: word.writing,
      script: word.script,
      // Where hardly any other word is left, "Ben" in Ben Mensah is the name itself.
      kind: kind === 'particle' ? particle : kind,
      part: partOf[field],
      parent: followsDescent(words, kinds, index),
    }
  })
}

/** Directly or with articles between: "ben Omar", "ben El Arbi". */
function followsDescent(
  words: readonly NameWord[],
  kinds: readonly WordKind[],
  index: number,
): boolean {
  const name = kinds.findLastIndex((kind, at) => at < index && kind !== 'particle')
  return words.slice(name + 1, index).some((word) => isDescent(word.writing))
}
