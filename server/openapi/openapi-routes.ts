// `GET /v1/openapi.json`: the interface document, for everybody.

import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Endpoint, PublicEndpoint, SettledAnswer } from '../http/endpoint.ts'
import type { EndpointDescription } from '../kernel/endpoint-description.ts'
import { interfaceVersion } from '../kernel/interface-version.ts'
import { interfaceDocument } from './interface-document.ts'

const description: EndpointDescription = {
  operationId: 'getInterface',
  tag: 'Interface',
  summary: 'Get this document',
  description: 'The interface in OpenAPI 3.1, without the envelope of other answers.',
  answers: [
    {
      status: 200,
      description: 'The document.',
      schema: z
        .looseObject({ openapi: z.string(), info: z.looseObject({ version: z.string() }) })
        .meta({ id: 'InterfaceDocument', description: 'An OpenAPI document.' }),
      examples: {
        beginning: { openapi: '3.1.1', info: { version: interfaceVersion } },
      },
    },
  ],
}

/** @param table every endpoint that there is, this one included; looked at with the first request */
export function openapiEndpoint(table: readonly Endpoint[]): PublicEndpoint {
  let answer: SettledAnswer | undefined
  return {
    audience: 'public',
    method: 'GET',
    path: '/openapi.json',
    describe: description,
    async answer() {
      answer ??= settle(JSON.stringify(interfaceDocument(table)))
      return answer
    },
  }
}

/** May be kept by anybody for five minutes; it changes with a new release only. */
function settle(body: string): SettledAnswer {
  const digest = createHash('sha256').update(body).digest('base64url')
  const headers = { ETag: `"${digest}"`, 'Cache-Control': 'public, max-age=300' }
  return { status: 200, body, headers, replayed: false }
}
