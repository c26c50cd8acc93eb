// Helpers of the simulator's HTTP exchanges: reads small JSON bodies, and builds replies as values,
// so that a fault can still change a reply before it is sent.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { tryJson } from '../../kernel/try-json.ts'
import { readBodyUpTo } from '../listening/read-body-up-to.ts'

/** A complete reply, ready to be sent. */
export interface Reply {
  readonly status: number
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

export function jsonReply(status: number, body: unknown): Reply {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

/** A refusal by the object store: XML, never JSON. */
export function xmlReply(status: number, code: string, message: string): Reply {
  const body =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<Error><Code>${code}</Code><Message>${message}</Message></Error>`
  return { status, contentType: 'application/xml', body }
}

export const emptyReply: Reply = { status: 200, body: '' }

export function sendReply(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, {
    ...(reply.contentType === undefined ? {} : { 'Content-Type': reply.contentType }),
    'Content-Length': Buffer.byteLength(reply.body),
    ...reply.headers,
  })
  response.end(reply.body)
}

/** Bytes of the largest JSON request; the metadata of mobile devices is far smaller. */
const jsonBytesMax = 1024 * 1024

/**
 * Returns the parsed body, or undefined where it is not JSON or larger than 1 MB; the rest of it is
 * skipped.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const body = await readBodyUpTo(request, jsonBytesMax)
  return body && tryJson(body.toString('utf8'))
}
