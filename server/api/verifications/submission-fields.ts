// Schemas of the fields of a submission, with the messages for wrong values. `override` is what the OpenAPI document
// shows where zod cannot derive it from the parser. Faults that depend on the current time are found by
// `submission-input`, so that each schema is built once.

import { z } from 'zod'
import { characterCount } from '../../kernel/characters.ts'
import { typeFault } from '../../kernel/field-shape.ts'
import { rfc3339 } from '../../kernel/instant.ts'
import { isRealDate } from '../../kernel/real-date.ts'
import { unprintable } from '../../kernel/unprintable.ts'
import { sandboxDelaySecondsMax } from '../../verifications/sandbox/sandbox-outcome.ts'

const firstBirthDate = '1900-01-01'

const shapeOfCountry = 'two capital letters (ISO 3166-1 alpha-2), such as SN'
const shapeOfDelay = `a whole number of seconds from 0 to ${sandboxDelaySecondsMax}`

export const country = z
  .string({ error: typeFault('country', shapeOfCountry) })
  .regex(/^[A-Z]{2}$/, `country must be ${shapeOfCountry}.`)

export const delaySeconds = z
  .int({ error: typeFault('sandbox_delay_seconds', shapeOfDelay) })
  .min(0, `sandbox_delay_seconds must be ${shapeOfDelay}.`)
  .max(sandboxDelaySecondsMax, `sandbox_delay_seconds must be ${shapeOfDelay}.`)

export const delaySecondsOfText = z
  .string()
  .refine((text) => /^\d{1,4}$/.test(text), `sandbox_delay_seconds must be ${shapeOfDelay}.`)
  .transform(Number)
  .pipe(delaySeconds)
  .meta({ override: { type: 'integer', minimum: 0, maximum: sandboxDelaySecondsMax } })

/**
 * Trimmed and normalized, without the marks that keyboards and pages put beside Arabic text.
 * @param tidy what else is written otherwise than it was sent
 */
export function textField(
  name: string,
  charactersMax: number,
  tidy = (text: string): string => text,
) {
  return z
    .string({ error: typeFault(name, shapeOfText(charactersMax)) })
    .transform((value) => normalized(tidy(value).replace(directionMarks, '').trim(), charactersMax))
    .pipe(verbatim(name, charactersMax))
    .meta(lengthOf(charactersMax))
}

/** They are invisible and change nothing in a text of one direction. Overrides can hide text, and are refused. */
const directionMarks = /[\u061C\u200E\u200F]/g

/** UTF-16 units; no character of any language takes so many before it is normalized. */
const unitsOfCharacterMax = 8

/**
 * Returns a text that is too long either way as it is: normalizing takes time with the square of the marks on a letter,
 * a quarter of a second for a body full of them.
 */
function normalized(text: string, charactersMax: number): string {
  return text.length > charactersMax * unitsOfCharacterMax ? text : text.normalize('NFC').trim()
}

/** Exactly as sent. */
export function verbatim(name: string, charactersMax: number) {
  return z
    .string({ error: typeFault(name, shapeOfText(charactersMax)) })
    .refine((value) => value.trim().length > 0, `${name} must not be empty.`)
    .refine(
      (value) => characterCount(value) <= charactersMax,
      `${name} has at most ${charactersMax} characters.`,
    )
    .refine((value) => !unprintable.test(value), {
      error: ({ input }) =>
        `${name} holds ${firstUnprintable(input)}, a control or direction character. Leave such characters out.`,
    })
    .meta(lengthOf(charactersMax))
}

/** Such as `U+202E`: the text itself may be personal, this character is not. */
function firstUnprintable(text: unknown): string {
  return codeOf(unprintable.exec(String(text))?.[0] ?? '\0')
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function lengthOf(maxLength: number) {
  return { override: { minLength: 1, maxLength } }
}

function shapeOfText(charactersMax: number): string {
  return `a text of 1 to ${charactersMax} characters`
}

export function personName(name: string) {
  return textField(name, 100).refine(
    (value) => /\p{L}/u.test(value),
    `${name} must hold at least one letter, as on the document.`,
  )
}

/** Spaces and dashes of word processors and French typography become plain ones: numbers are pasted from there. */
function withPlainPunctuation(number: string): string {
  return number.replace(/\p{Zs}/gu, ' ').replace(/[\p{Pd}\u2212]/gu, '-')
}

export const documentNumber = textField('id_number', 50, withPlainPunctuation).refine(
  (value) => /^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u.test(value),
  { error: ({ input }) => `${holdsOdd(String(input))} ${ruleOfNumber}` },
)

const ruleOfNumber =
  'must begin with a letter or digit and hold only letters, digits, spaces, dots, slashes and hyphens, as on the document.'

/** Names the first wrong character by its code, since it may look like a right one, or like nothing. */
function holdsOdd(number: string): string {
  const odd = /[^\p{L}\p{N} ./-]/u.exec(number)?.[0]
  return odd === undefined ? 'id_number' : `id_number holds ${codeOf(odd)}; it`
}

export const birthDate = z
  .string({ error: typeFault('date_of_birth', 'a date such as 1991-02-03') })
  .refine(isRealDate, 'date_of_birth must be a real date, YYYY-MM-DD, such as 1991-02-03.')
  .refine(
    (date) => !isRealDate(date) || date >= firstBirthDate,
    `date_of_birth must not be before ${firstBirthDate}.`,
  )
  .meta({ override: { format: 'date' } })

/** Keeps the offset that the client wrote. */
export function instant(name: string) {
  const shape = 'an instant such as 2026-11-21T09:30:00Z'
  return z
    .string({ error: typeFault(name, shape) })
    .transform((text, context) => {
      const whole = rfc3339(text)
      if (whole !== undefined) return whole
      context.addIssue({ code: 'custom', message: `${name} must be ${shape}.`, input: text })
      return z.NEVER
    })
    .meta({ override: { type: 'string', format: 'date-time' } })
}
