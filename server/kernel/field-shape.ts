// How a field of a request is read where several features have the same kind of field, and what is said
// of a value of another type. Pure.

import { z } from 'zod'
import { characterCount } from './characters.ts'

/**
 * What to say of a value that is not of the field's type: "is required" only where nothing came.
 * @param shape follows "must be": `a text of 1 to 100 characters`
 */
export function typeFault(name: string, shape: string) {
  return ({ input }: { readonly input?: unknown }): string => {
    if (input === undefined) return `${name} is required: ${shape}.`
    const isNumber = typeof input === 'number' && shape.startsWith(wholeNumber)
    if (!isNumber) return `${name} must be ${shape}, not ${typeName(input)}.`
    // One that is whole, and too large to be counted with, is told the shape alone.
    return `${name} must be ${shape}${Number.isInteger(input) ? '' : ', not a fraction'}.`
  }
}

/** Begins the shape of a field that takes no fractions. */
const wholeNumber = 'a whole number'

/** The same for one word of a list; a word of none is told the list alone. */
export function choiceFault(name: string, words: readonly string[]) {
  const shape = `one of ${words.join(', ')}`
  return ({ input }: { readonly input?: unknown }): string =>
    typeof input === 'string' ? `${name} must be ${shape}.` : typeFault(name, shape)({ input })
}

/** As a person calls it who writes JSON. */
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'a text'
  if (typeof value === 'number') return 'a number'
  return typeof value === 'boolean' ? 'true or false' : 'an object'
}

/** No longer than that, as JSON Schema counts: in code points (rulings 9.8). */
export function atMostCharacters(type: z.ZodString, max: number, message: string) {
  return type.refine((text) => characterCount(text) <= max, message).meta({ maxLength: max })
}

/** Of JSON: true or false. */
export function jsonFlag(name: string) {
  return z.boolean({ error: typeFault(name, 'true or false') })
}

const flagWords: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false }

/** Of a form or a query, where everything is text: `true`, `false`, `1`, `0`, in any case (rulings 9.1). */
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

/** An optional field of a form: browsers and generated clients send the empty ones, too. */
export function unlessEmpty<Type extends z.ZodType>(type: Type) {
  return z.preprocess((text) => (text === '' ? undefined : text), type.optional()).optional()
}
