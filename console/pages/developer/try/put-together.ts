// Builds the try-out request from the fields of the page. Pure except for the files passed in.

import type { Operation } from '../reference/read-reference.ts'
import type { TryRequest } from './send-request.ts'

export interface TryInput {
  readonly key: string
  /** Typed values by parameter name; empty ones are omitted. */
  readonly parameters: Readonly<Record<string, string>>
  /** As JSON. */
  readonly body: string
  readonly files: Readonly<Record<string, File>>
}

/** Why the request cannot be sent: a missing parameter, or the body. */
type TryFault = { readonly kind: 'missing'; readonly name: string } | { readonly kind: 'json' }

export function faultOfInput(operation: Operation, input: TryInput): TryFault | undefined {
  const missing = operation.parameters.find(
    ({ field }) => field.isRequired && !input.parameters[field.name]?.trim(),
  )
  if (missing !== undefined) return { kind: 'missing', name: missing.field.name }
  return operation.body !== undefined && parse(input.body) === undefined
    ? { kind: 'json' }
    : undefined
}

/** @param input must have no fault */
export function putTogether(operation: Operation, input: TryInput): TryRequest {
  const { method, needsKey, body } = operation
  const given = (place: 'query' | 'header') =>
    operation.parameters.flatMap(({ place: stands, field: { name } }) => {
      const value = input.parameters[name]?.trim()
      return stands === place && value ? [[name, value] as const] : []
    })
  return {
    method,
    address: `/v1${pathOf(operation, input)}${queryOf(given('query'))}`,
    headers: {
      ...(needsKey ? { Authorization: `Bearer ${input.key.trim()}` } : {}),
      ...(body?.kind === 'json' ? { 'Content-Type': 'application/json' } : {}),
      ...Object.fromEntries(given('header')),
    },
    body: body && (body.kind === 'json' ? input.body : formOf(input)),
  }
}

function pathOf({ path }: Operation, { parameters }: TryInput): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(parameters[name]?.trim() ?? ''),
  )
}

function queryOf(pairs: readonly (readonly [name: string, value: string])[]): string {
  const query = new URLSearchParams()
  for (const [name, value] of pairs) query.append(name, value)
  return query.size === 0 ? '' : `?${query.toString()}`
}

/** Form fields that are not files are edited as JSON in the body field. */
function formOf({ body, files }: TryInput): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parse(body) ?? {})) {
    if (!(name in files)) form.set(name, String(value))
  }
  for (const [name, file] of Object.entries(files)) form.set(name, file)
  return form
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
