// Serves the OpenAPI document at `GET /v1/openapi.json`, without authentication.

import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { StoredResponse } from '../../http/answer.ts'
import { apiVersion } from '../../kernel/api-version.ts'
import type { RouteDescription } from '../../kernel/route-description.ts'
import type { ApiRoute, PublicRoute } from '../api-route.ts'
import { openApiDocument } from './openapi-document.ts'

const description: RouteDescription = {
  operationId: 'getInterface',
  tag: 'Interface',
  summary: 'Get this document',
  description: 'The API as an OpenAPI 3.1 document, without the envelope of other answers.',
  answers: [
    {
      status: 200,
      description: 'The document.',
      schema: z
        .looseObject({ openapi: z.string(), info: z.looseObject({ version: z.string() }) })
        .meta({ id: 'InterfaceDocument', description: 'An OpenAPI document.' }),
      examples: {
        beginning: { openapi: '3.1.1', info: { version: apiVersion } },
      },
    },
  ],
}

/** @param table all routes, this one included; read at the first request */
export function openapiRoute(table: readonly ApiRoute[]): PublicRoute {
  let answer: StoredResponse | undefined
  return {
    audience: 'public',
    method: 'GET',
    path: '/openapi.json',
    describe: description,
    async answer() {
      answer ??= toResponse(JSON.stringify(openApiDocument(table)))
      return answer
    },
  }
}

/** Anybody may cache it for five minutes; it changes only with a new release. */
function toResponse(body: string): StoredResponse {
  const digest = createHash('sha256').update(body).digest('base64url')
  const headers = { ETag: `"${digest}"`, 'Cache-Control': 'public, max-age=300' }
  return { status: 200, body, headers, replayed: false }
}
