// The response as the steps of the frame build it. Koa's own setters would validate and store each header one by
// one; here the headers are collected and written at once by `sendResponse`.

import type { Readable } from 'node:stream'

export interface ResponseDraft {
  status: number
  /** By name, in the spelling of the standard; a later value of a name replaces the earlier one. */
  readonly headers: Record<string, string>
  /** undefined: the response has no body and no content type. */
  body: string | Buffer | Readable | undefined
}

export const jsonContentType = 'application/json; charset=utf-8'

interface JsonResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; ignored for status 204. */
  readonly body: string
}

export function setJsonResponse(
  response: ResponseDraft,
  { status, headers, body }: JsonResponse,
): void {
  Object.assign(response.headers, headers)
  response.status = status
  if (status === 204) return
  response.headers['Content-Type'] = jsonContentType
  response.body = body
}
