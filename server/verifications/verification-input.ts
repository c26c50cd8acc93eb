// Parses a client's submission, from JSON or a form, and reports all faults at once.

import { z } from 'zod'
import type { Fault } from '../kernel/app-error.ts'
import { characterCount } from '../kernel/characters.ts'
import { choiceFault, jsonFlag, textFlag, typeFault, unlessEmpty } from '../kernel/field-shape.ts'
import { unprintable } from '../kernel/unprintable.ts'
import { checkMarket, type DocumentType, documentTypes } from '../markets/market.ts'
import { type SandboxOutcome, sandboxDelaySecondsMax, sandboxOutcomes } from './sandbox-outcome.ts'
import type { Claims } from './verification.ts'

/** A submission of either environment, without its images. */
export interface Submission {
  readonly country: string
  readonly idType: DocumentType
  readonly externalRef: string | undefined
  readonly scoreRequested: boolean
  readonly claims: Claims
  /** Sandbox only; `approved` by default. */
  readonly sandboxOutcome: SandboxOutcome
  /** Sandbox only; 0 by default: decided at once. */
  readonly sandboxDelaySeconds: number
}

export type ParsedSubmission =
  | { readonly kind: 'valid'; readonly submission: Submission }
  | { readonly kind: 'faulty'; readonly faults: readonly Fault[] }

export interface InputRules {
  /** Enabled countries. */
  readonly markets: readonly string[]
  readonly nowMs: number
}

/** Form fields are text; JSON fields have types, and the personal ones are required. */
type Form = 'json' | 'multipart'

export const textCharactersMax = 100
export const documentNumberCharactersMax = 50
export const externalRefCharactersMax = 200
const firstBirthDate = '1900-01-01'

/** Specification 2.2: the sandbox's JSON body. */
export function parseSandboxSubmission(
  body: Readonly<Record<string, unknown>>,
  rules: InputRules,
): ParsedSubmission {
  return parse(submissionSchema('json', rules), body, rules)
}

/** Specification 2.3 and rulings 4.3: the fields of the live form, without its files. */
export function parseFormSubmission(
  fields: ReadonlyMap<string, string>,
  rules: InputRules,
): ParsedSubmission {
  return parse(submissionSchema('multipart', rules), Object.fromEntries(fields), rules)
}

function parse(
  schema: ReturnType<typeof submissionSchema>,
  body: Readonly<Record<string, unknown>>,
  rules: InputRules,
): ParsedSubmission {
  const parsed = schema.safeParse(body, { reportInput: true })
  const marketFault = faultOfMarket(body, rules)
  if (!parsed.success) {
    const faults = firstOfEachField(parsed.error.issues.map(toFault))
    const known = faults.some((fault) => fault.param === marketFault?.param)
    return { kind: 'faulty', faults: marketFault && !known ? [...faults, marketFault] : faults }
  }
  if (marketFault) return { kind: 'faulty', faults: [marketFault] }
  return { kind: 'valid', submission: toSubmission(parsed.data) }
}

/** Keeps the first fault of each field, because the later ones usually follow from it. */
function firstOfEachField(faults: readonly Fault[]): readonly Fault[] {
  return faults.filter(({ param }, at) => faults.findIndex((fault) => fault.param === param) === at)
}

/** Also used by the OpenAPI document. */
export function submissionSchema(form: Form, rules: InputRules) {
  const optional = <Type extends z.ZodType>(type: Type) =>
    form === 'json' ? type.optional() : unlessEmpty(type)
  /** Required in JSON, because the sandbox has no document to read these from. */
  const ofPerson = <Type extends z.ZodType>(type: Type) => (form === 'json' ? type : optional(type))
  return z.object({
    id_type: z.enum(documentTypes, { error: choiceFault('id_type', documentTypes) }),
    country: z
      .string({ error: typeFault('country', shapeOfCountry) })
      .regex(/^[A-Z]{2}$/, `country must be ${shapeOfCountry}.`),
    id_number: ofPerson(documentNumber()),
    first_name: ofPerson(personName('first_name')),
    last_name: ofPerson(personName('last_name')),
    date_of_birth: ofPerson(birthDate(rules.nowMs)),
    // Not trimmed or normalized: returned and searched exactly as sent.
    external_ref: optional(verbatim('external_ref', externalRefCharactersMax)),
    score_requested: optional((form === 'json' ? jsonFlag : textFlag)('score_requested')),
    sandbox_outcome: optional(
      z.enum(sandboxOutcomes, { error: choiceFault('sandbox_outcome', [shapeOfOutcome]) }),
    ),
    sandbox_delay_seconds: optional(form === 'json' ? delaySeconds : delaySecondsOfText),
    consent_given_at: optional(pastInstant('consent_given_at', rules.nowMs)),
    consent_notice: optional(text('consent_notice', externalRefCharactersMax)),
  })
}

const shapeOfCountry = 'two capital letters (ISO 3166-1 alpha-2), such as SN'
const shapeOfOutcome =
  'approved, declined, error, scoring_unavailable and the codes of reasons, such as face_mismatch'
const shapeOfDelay = `a whole number of seconds from 0 to ${sandboxDelaySecondsMax}`

const delaySeconds = z
  .int({ error: typeFault('sandbox_delay_seconds', shapeOfDelay) })
  .min(0, `sandbox_delay_seconds must be ${shapeOfDelay}.`)
  .max(sandboxDelaySecondsMax, `sandbox_delay_seconds must be ${shapeOfDelay}.`)

const delaySecondsOfText = z
  .string()
  .refine((text) => /^\d{1,4}$/.test(text), `sandbox_delay_seconds must be ${shapeOfDelay}.`)
  .transform(Number)
  .pipe(delaySeconds)

type Parsed = z.output<ReturnType<typeof submissionSchema>>

function toSubmission(parsed: Parsed): Submission {
  return {
    country: parsed.country,
    idType: parsed.id_type,
    externalRef: parsed.external_ref,
    scoreRequested: parsed.score_requested ?? false,
    sandboxOutcome: parsed.sandbox_outcome ?? 'approved',
    sandboxDelaySeconds: parsed.sandbox_delay_seconds ?? 0,
    claims: {
      ...(parsed.id_number === undefined ? {} : { idNumber: parsed.id_number }),
      ...(parsed.first_name === undefined ? {} : { firstName: parsed.first_name }),
      ...(parsed.last_name === undefined ? {} : { lastName: parsed.last_name }),
      ...(parsed.date_of_birth === undefined ? {} : { dateOfBirth: parsed.date_of_birth }),
      ...(parsed.consent_given_at === undefined ? {} : { consentGivenAt: parsed.consent_given_at }),
      ...(parsed.consent_notice === undefined ? {} : { consentNotice: parsed.consent_notice }),
    },
  }
}

/** Markets are checked apart from the schema, so that a wrong country is reported together with other faults. */
function faultOfMarket(
  body: Readonly<Record<string, unknown>>,
  rules: InputRules,
): Fault | undefined {
  const { country, id_type: given } = body
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country)) return undefined
  const idType = documentTypes.find((type) => type === given)
  const check = checkMarket({ country, idType: idType ?? 'national_id' }, rules.markets)
  if (check.kind === 'unsupported_country') {
    const message = `Documents of ${country} are not verified here. Served: ${check.served.join(', ')}.`
    return { param: 'country', code: 'unsupported_country', message }
  }
  if (idType !== undefined && check.kind === 'unsupported_document') {
    const message = `${idType} is not verified for ${country}. Use ${check.documents.join(' or ')}.`
    return { param: 'id_type', code: 'unsupported_document', message }
  }
  return undefined
}

function text(name: string, charactersMax: number) {
  return z
    .string({ error: typeFault(name, shapeOfText(charactersMax)) })
    .transform((value) => value.normalize('NFC').trim())
    .pipe(verbatim(name, charactersMax))
}

function verbatim(name: string, charactersMax: number) {
  return z
    .string({ error: typeFault(name, shapeOfText(charactersMax)) })
    .refine((value) => value.trim().length > 0, `${name} must not be empty.`)
    .refine(
      (value) => characterCount(value) <= charactersMax,
      `${name} has at most ${charactersMax} characters.`,
    )
    .refine((value) => !unprintable.test(value), `${name} holds control or direction characters.`)
}

function shapeOfText(charactersMax: number): string {
  return `a text of 1 to ${charactersMax} characters`
}

function personName(name: string) {
  return text(name, textCharactersMax).refine(
    (value) => /\p{L}/u.test(value),
    `${name} must hold at least one letter, as on the document.`,
  )
}

function documentNumber() {
  return text('id_number', documentNumberCharactersMax).refine(
    (value) => /^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u.test(value),
    'id_number holds letters, digits, spaces, dots, slashes and hyphens only, as on the document.',
  )
}

function birthDate(nowMs: number) {
  const today = new Date(nowMs).toISOString().slice(0, 10)
  return z
    .string({ error: typeFault('date_of_birth', 'a date such as 1991-02-03') })
    .refine(isRealDate, 'date_of_birth must be a real date, YYYY-MM-DD, such as 1991-02-03.')
    .refine((date) => !isRealDate(date) || date < today, 'date_of_birth must be in the past.')
    .refine(
      (date) => !isRealDate(date) || date >= firstBirthDate,
      `date_of_birth must not be before ${firstBirthDate}.`,
    )
}

function isRealDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const parsed = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === value
}

function pastInstant(name: string, nowMs: number) {
  const shape = 'an instant such as 2026-11-21T09:30:00Z'
  return z.iso
    .datetime({
      offset: true,
      error: (issue) =>
        typeof issue.input === 'string'
          ? `${name} must be ${shape}.`
          : typeFault(name, shape)(issue),
    })
    .refine((value) => !(Date.parse(value) > nowMs + 300_000), `${name} must not be in the future.`)
}

function toFault(issue: z.core.$ZodIssue): Fault {
  const param = issue.path.join('.')
  if (param === 'id_type' && typeof issue.input === 'string') {
    return { param, code: 'unsupported_document', message: issue.message }
  }
  const code = issue.input === undefined && issue.code !== 'custom' ? 'missing' : 'invalid'
  return { param, code, message: issue.message }
}
