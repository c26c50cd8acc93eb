// Calls the API as a client does and returns the parsed answer. Every answer is checked against the OpenAPI
// document.

import { assertDescribed } from './interface-check.ts'

export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** `data` of a success. */
  readonly data: Record<string, unknown>
  /** `error` of a refusal. */
  readonly error: {
    readonly code: string
    readonly message: string
    readonly request_id: string
    readonly param?: string
    readonly details?: readonly { param: string; code: string; message: string }[]
  }
}

export interface ApiCall {
  readonly key?: string
  readonly method?: string
  readonly json?: unknown
  readonly body?: string | FormData | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** GET without a body, POST with one, unless the method is given. */
export async function call(url: string, asked: ApiCall = {}): Promise<ApiAnswer> {
  const body = asked.json === undefined ? asked.body : JSON.stringify(asked.json)
  const method = asked.method ?? (body === undefined ? 'GET' : 'POST')
  const response = await fetch(url, {
    method,
    headers: {
      ...(asked.key === undefined ? {} : { Authorization: `Bearer ${asked.key}` }),
      ...(asked.json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...asked.headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  const { status, headers } = response
  const header = (name: string) => headers.get(name) ?? undefined
  assertDescribed({ method, url, status, header, text })
  const parsed = text === '' ? {} : (JSON.parse(text) as Partial<ApiAnswer>)
  const { data = {}, error = { code: '', message: '', request_id: '' } } = parsed
  return { status, headers, text, data, error }
}
