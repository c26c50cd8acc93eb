// One HTTP exchange of the simulator: reading a small JSON body, and answers as values, so that a fault
// can still spoil an answer before it goes out.

import type { IncomingMessage, ServerResponse } from 'node:http'

/** An answer that is ready to be sent, whole. */
export interface Reply {
  readonly status: number
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

export function jsonReply(status: number, body: unknown): Reply {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

/** The object store's way to refuse: XML, never JSON. */
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

/** Largest JSON request taken; metadata of mobile devices stays far below. */
const jsonBytesMax = 1024 * 1024

/** The parsed body, or undefined for one that is not JSON or exceeds 1 MB; the rest of it is skipped. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const piece: Buffer = chunk
    bytes += piece.length
    if (bytes <= jsonBytesMax) chunks.push(piece)
  }
  if (bytes > jsonBytesMax) return undefined
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}
