// Parses everything that Smile ID sends: prep upload answers, job status answers, refusals, result
// objects. Tolerant where its libraries and documentation vary; values that are not understood
// become undefined.

import { z } from 'zod'
import { readFraudSignal } from './antifraud.ts'

/** NUL is dropped: PostgreSQL stores no text that holds one. */
const text = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).replaceAll('\0', '').trim())
  .optional()
  .catch(undefined)

/** Codes come as text or number; a number has lost its leading zero. */
const code = text.transform((value) => (value ? value.padStart(4, '0') : undefined))

/** Stored and shown in the clear, so a text that can be no code is none. */
const resultCode = code.transform((value) => (/^\w{1,20}$/.test(value ?? '') ? value : undefined))

/** Smile ID's own number of a job, stored in the clear too. */
const jobNumber = text.transform((value) =>
  /^[\w-]{1,100}$/.test(value ?? '') ? value : undefined,
)

/** Booleans come as booleans or as words. */
const flag = z
  .union([z.boolean(), z.string()])
  .transform((value) => flagWords.get(String(value).trim().toLowerCase()))
  .optional()
  .catch(undefined)

const flagWords = new Map([
  ['true', true],
  ['false', false],
])

const refusalSchema = z.object({ error: text, message: text, code })

export interface RefusalBody {
  readonly code: string | undefined
  /**
   * Used only to recognise the error; it may quote our request and is neither logged nor stored.
   */
  readonly text: string
  /** Whether the body has the form of Smile ID's refusals, which name an error or a code. */
  readonly isTheirs: boolean
}

/** Parses `{error, code}`; both are empty for anything else. */
export function parseRefusal(json: unknown): RefusalBody {
  const parsed = refusalSchema.safeParse(json)
  if (!parsed.success) return { code: undefined, text: '', isTheirs: false }
  const { error, message, code } = parsed.data
  const text = `${error ?? ''} ${message ?? ''}`.trim()
  return { code, text, isTheirs: code !== undefined || Boolean(error) }
}

const prepSchema = z.object({ upload_url: z.string().min(1), smile_job_id: jobNumber, code })

interface PrepAnswer {
  readonly uploadUrl: string
  /** Smile ID's own number of the job. */
  readonly reference: string | undefined
}

/** Returns undefined unless the upload was accepted (2202, or no code at all) with a link. */
export function parsePrepAnswer(json: unknown): PrepAnswer | undefined {
  const parsed = prepSchema.safeParse(json)
  if (!parsed.success) return undefined
  if (parsed.data.code !== undefined && parsed.data.code !== '2202') return undefined
  return { uploadUrl: parsed.data.upload_url, reference: parsed.data.smile_job_id }
}

const partnerParamsSchema = z
  .object({ job_id: text, user_id: text, job_type: text })
  .optional()
  .catch(undefined)

const resultSchema = z.object({
  ResultCode: resultCode,
  SmileJobID: jobNumber,
  IsFinalResult: flag,
  PartnerParams: partnerParamsSchema,
  Actions: z.unknown().optional().transform(readActions),
  Country: text,
  IDType: text,
  FullName: text,
  FirstName: text,
  LastName: text,
  OtherName: text,
  DOB: text,
  IDNumber: text,
  SecondaryIDNumber: text,
  Secondary_ID_Number: text,
  ExpirationDate: text,
  Antifraud: z.unknown().optional().transform(readFraudSignal),
})

/**
 * The result object of a job status answer or a callback. Texts are trimmed and otherwise
 * unchanged.
 */
export type SmileResult = Readonly<z.infer<typeof resultSchema>>

/** Action names with their values. An unreadable value is kept as one that no table contains. */
export type Actions = ReadonlyMap<string, string>

/** Returns undefined for anything but an object. */
export function parseResult(json: unknown): SmileResult | undefined {
  const parsed = resultSchema.safeParse(json)
  return parsed.success ? parsed.data : undefined
}

function readActions(value: unknown): Actions {
  if (value === undefined || value === null) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['Actions', unreadable]])
  const entries = Object.entries(value)
  return new Map(entries.map(([name, one]) => [name, typeof one === 'string' ? one : unreadable]))
}

const unreadable = '(unreadable)'

const statusSchema = z.object({
  timestamp: z.unknown().optional(),
  signature: z.unknown().optional(),
  code,
  job_complete: flag,
  job_success: flag,
  job_id: text,
  user_id: text,
  result: z.unknown().optional(),
})

export interface StatusAnswer {
  readonly timestamp: unknown
  readonly signature: unknown
  readonly code: string | undefined
  readonly complete: boolean
  readonly success: boolean | undefined
  /** The job's ids beside the result, where the answer has them. */
  readonly jobId: string | undefined
  readonly userId: string | undefined
  readonly result: StatusResult
}

/**
 * The three shapes of `result`: nothing yet, a sentence, or an object, which is also kept
 * unchanged.
 */
type StatusResult =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'sentence'; readonly text: string }
  | { readonly kind: 'object'; readonly fields: SmileResult; readonly raw: unknown }

/** Undefined for anything but an object. */
export function parseStatusAnswer(json: unknown): StatusAnswer | undefined {
  const parsed = statusSchema.safeParse(json)
  if (!parsed.success) return undefined
  const { timestamp, signature, code, job_complete, job_success, job_id, user_id } = parsed.data
  return {
    timestamp,
    signature,
    code,
    complete: job_complete === true,
    success: job_success,
    jobId: job_id,
    userId: user_id,
    result: readStatusResult(parsed.data.result),
  }
}

function readStatusResult(raw: unknown): StatusResult {
  if (typeof raw === 'string' && raw.trim() !== '') return { kind: 'sentence', text: raw }
  const fields = parseResult(raw)
  const empty = fields === undefined || Object.keys(Object(raw)).length === 0
  return empty ? { kind: 'nothing' } : { kind: 'object', fields, raw }
}
