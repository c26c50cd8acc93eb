// The sample request of an operation, independent of language: address, key, body. Pure.

import type { Example, Operation } from '../reference/read-reference.ts'

export interface SampleRequest {
  readonly method: string
  readonly url: string
  readonly needsKey: boolean
  /** Whether an idempotency key is sent, so that repeats have no further effect. */
  readonly isRepeatable: boolean
  readonly body: SampleBody | undefined
}

type SampleBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | {
      readonly kind: 'form'
      readonly fields: readonly (readonly [name: string, value: string])[]
      /** Name of the field, and of the reader's file. */
      readonly files: readonly (readonly [name: string, fileName: string])[]
    }

/** @param baseUrl ends with `/v1` */
export function sampleRequest(
  operation: Operation,
  baseUrl: string,
  example: Example | undefined = operation.body?.examples[0],
): SampleRequest {
  const { method, parameters } = operation
  return {
    method,
    url: `${baseUrl}${pathOf(operation)}${queryOf(operation)}`,
    needsKey: operation.needsKey,
    isRepeatable: parameters.some(({ field }) => field.name === 'Idempotency-Key'),
    body: bodyOf(operation, example),
  }
}

function pathOf({ path, parameters }: Operation): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const example = parameters.find(({ place, field }) => place === 'path' && field.name === name)
    return example?.example ? encodeURIComponent(example.example) : whole
  })
}

/** Required parameters only. */
function queryOf({ parameters }: Operation): string {
  const query = new URLSearchParams()
  for (const { place, field, example } of parameters) {
    if (place === 'query' && field.isRequired)
      query.set(field.name, example || (field.values[0] ?? ''))
  }
  return query.size === 0 ? '' : `?${query.toString()}`
}

function bodyOf({ body }: Operation, example: Example | undefined): SampleBody | undefined {
  if (body === undefined) return undefined
  if (body.kind === 'json') return { kind: 'json', value: example?.value ?? {} }
  const isFile = new Set(body.fields.filter(({ type }) => type === 'file').map(({ name }) => name))
  const entries = Object.entries(example?.value ?? {})
  return {
    kind: 'form',
    fields: entries.flatMap(([name, value]) => (isFile.has(name) ? [] : [[name, String(value)]])),
    files: entries.flatMap(([name]) => (isFile.has(name) ? [[name, `${name}.jpg`]] : [])),
  }
}
