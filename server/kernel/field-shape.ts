// Schemas of field types that several features share, and the error messages for values of another type. Pure.

import { z } from 'zod'
import { characterCount } from './characters.ts'
import { type IdPrefix, idPattern, isId } from './ids.ts'
import { unprintable } from './unprintable.ts'

/**
 * Returns a message for a value of the wrong type; for an absent value it is "is required".
 * @param shape continues "must be": `a text of 1 to 100 characters`
 */
export function typeFault(name: string, shape: string) {
  return ({ input }: { readonly input?: unknown }): string => {
    if (input === undefined) return `${name} is required: ${shape}.`
    const isNumber = typeof input === 'number' && shape.startsWith(wholeNumber)
    if (!isNumber) return `${name} must be ${shape}, not ${typeName(input)}.`
    // A whole number that is too large gets the shape only.
    return `${name} must be ${shape}${Number.isInteger(input) ? '' : ', not a fraction'}.`
  }
}

/** Start of the shape of an integer field. */
const wholeNumber = 'a whole number'

/** The same for one of several words; another word gets the list only. */
export function choiceFault(name: string, words: readonly string[]) {
  const shape = `one of ${words.join(', ')}`
  return ({ input }: { readonly input?: unknown }): string =>
    typeof input === 'string' ? `${name} must be ${shape}.` : typeFault(name, shape)({ input })
}

/** Entries of a list of words such as scopes: more than there are words, since one may stand in it twice. */
export const namesMax = 100

/** A wrong text of at most this many UTF-16 units is repeated in the message. */
const repeatedLengthMax = 60

/** Returns a message for a wrong entry of a list: `rule`, and the entry if it is short and printable. */
export function notOneOf(rule: string) {
  return ({ input }: { readonly input?: unknown }): string => {
    const isShort = typeof input === 'string' && input.length <= repeatedLengthMax
    if (!isShort || unprintable.test(input)) return `${rule}.`
    return `${rule}, not ${JSON.stringify(input)}.`
  }
}

/** Names the JSON type of a value. */
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'a text'
  if (typeof value === 'number') return 'a number'
  return typeof value === 'boolean' ? 'true or false' : 'an object'
}

/** Limits a text to `max` code points, as JSON Schema counts (rulings 9.8). */
export function atMostCharacters(type: z.ZodString, max: number, message: string) {
  return type.refine((text) => characterCount(text) <= max, message).meta({ maxLength: max })
}

/** A filter that takes an id. The OpenAPI document has its pattern. */
export function idFilter(prefix: IdPrefix, name: string, description: string) {
  return z
    .string()
    .refine((text) => isId(prefix, text), `${name} must be an id such as ${prefix}_01kx3b….`)
    .optional()
    .meta({ description, override: { pattern: idPattern(prefix) } })
}

export function jsonFlag(name: string) {
  return z.boolean({ error: typeFault(name, 'true or false') })
}

const flagWords: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false }

/** A boolean in a form or a query: `true`, `false`, `1` or `0`, in any case (rulings 9.1). */
export function textFlag(name: string) {
  return z
    .string()
    .transform((text, context) => {
      const word = text.toLowerCase()
      if (Object.hasOwn(flagWords, word)) return flagWords[word] ?? false
      context.addIssue({ code: 'custom', message: `${name} must be true or false.`, input: text })
      return z.NEVER
    })
    .meta({ override: { type: 'boolean' } })
}

/**
 * An optional form field. An empty value counts as absent, because browsers and generated clients send empty fields.
 */
export function unlessEmpty<Type extends z.ZodType>(type: Type) {
  return z.preprocess((text) => (text === '' ? undefined : text), type.optional()).optional()
}
