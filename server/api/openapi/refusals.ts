// The error responses in the OpenAPI document: one response for each status of an endpoint, with exactly the codes
// that it can return.

import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { errorResponse } from '../../http/error-response.ts'
import { AppError, type ErrorCode, errorCodes } from '../../kernel/app-error.ts'
import type { ClientRoute, PublicRoute } from '../api-route.ts'
import { faultMeanings } from './fault-codes.ts'
import { headersOfEvery } from './headers.ts'
import { meanings } from './meanings.ts'

const faultSchema = z
  .object({
    param: z.string().describe('The field; `body` for the whole body.'),
    code: z.string().describe(`Stable; more may come. ${faultsExplained()}`),
    message: z.string(),
  })
  .meta({ id: 'Fault', description: 'What is wrong with one field.' })

function faultsExplained(): string {
  return Object.entries(faultMeanings)
    .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
    .join(' ')
}

/** The schema of an error with one of `codes`. */
function errorSchema(codes: readonly ErrorCode[]) {
  return z.object({
    error: z.object({
      code: z.enum(codes).describe('Stable; use it in your code.'),
      message: z.string().describe('For people: what is wrong and what to do.'),
      request_id: z.string().describe('Quote it when you ask for support.'),
      param: z
        .string()
        .describe('The field at fault, if it is a single one; `Idempotency-Key` for that header.')
        .exactOptional(),
      details: z.array(faultSchema).describe('Every fault of the request at once.').exactOptional(),
      doc: z
        .string()
        .describe('Where the guide of the appliance explains the code: a file and its anchor.'),
    }),
  })
}

/** Returns the codes that any request of this kind can get, and those of the endpoint itself. */
export function codesOf(route: ClientRoute | PublicRoute): readonly ErrorCode[] {
  const { audience, isIdempotent, describe } = route
  const given = new Set<ErrorCode>([
    ...ofAll,
    ...(audience === 'client' ? ofKeys : []),
    ...(describe.request ? ofBodies : []),
    ...(isIdempotent ? ofRepeats : []),
    ...(describe.codes ?? []),
  ])
  return errorCodes.filter((code) => given.has(code))
}

const ofAll = [
  'invalid_request',
  'not_acceptable',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const
const ofKeys = ['unauthenticated', 'missing_scope', 'address_not_allowed'] as const
const ofBodies = ['unsupported_media_type', 'payload_too_large', 'not_implemented'] as const
const ofRepeats = ['idempotency_conflict', 'idempotency_in_progress'] as const

export function byStatus(codes: readonly ErrorCode[]): ReadonlyMap<number, readonly ErrorCode[]> {
  return Map.groupBy(codes, httpStatusOf)
}

/** The name of the shared response component for these codes of one status. */
export function responseName(codes: readonly ErrorCode[]): string {
  return codes.map(pascal).join('Or')
}

/** @param codes at least one, all of the same status */
export function refusalResponse(codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const [first = 'internal_error'] = codes
  const status = httpStatusOf(first)
  return {
    description: codes.map((code) => `\`${code}\`: ${meanings[code]}`).join('\n\n'),
    headers: {
      ...headersOfEvery(headersOfStatus(status)),
      ...(codes.includes('idempotency_in_progress') ? waitForFirst : {}),
    },
    content: {
      'application/json': {
        schema: errorSchema(codes),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  }
}

const waitForFirst = {
  'Retry-After': {
    description: 'With `idempotency_in_progress`: seconds to wait before you try again.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const

/** Of the refusals that are saved under an Idempotency-Key; 406, 413 and 415 come before it is looked at. */
const statusesSaved: readonly number[] = [400, 403, 404, 409]

function headersOfStatus(status: number) {
  if (status === 401) return ['WWW-Authenticate'] as const
  if (statusesSaved.includes(status)) return ['Idempotent-Replayed'] as const
  return status === 429 || status === 500 || status === 503 ? (['Retry-After'] as const) : []
}

export function httpStatusOf(code: ErrorCode): number {
  return errorResponse(new AppError(code, ''), '').status
}

function exampleOf(code: ErrorCode): unknown {
  const { body } = errorResponse(
    new AppError(code, meanings[code]),
    'req_01kb5h3m9q7r2s4t6v8w0x1y2z',
  )
  return JSON.parse(body)
}

function pascal(code: string): string {
  return code.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase())
}
