// Turns one route into an operation of the OpenAPI document.

import { z } from 'zod'
import type {
  ZodOpenApiMediaTypeObject,
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { pageQuery } from '../../http/bodies/page-request.ts'
import {
  type AnswerDescription,
  type Examples,
  type FileDescription,
  metaOf,
  type RequestDescription,
  type RouteDescription,
} from '../../kernel/route-description.ts'
import type { ClientRoute, PublicRoute } from '../api-route.ts'
import { headersOfEvery } from './headers.ts'
import { byStatus, codesOf, responseName } from './refusals.ts'

export type DescribedRoute = ClientRoute | PublicRoute

export function operation(route: DescribedRoute): ZodOpenApiOperationObject {
  const { describe } = route
  const isPublic = route.audience === 'public'
  const parameters = [
    ...(route.isIdempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(isPublic ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ]
  return {
    operationId: describe.operationId,
    tags: [describe.tag],
    summary: describe.summary,
    description: isPublic
      ? `${describe.description} Needs no API key.`
      : `${describe.description} Needs the scope \`${route.scope}\`.`,
    security: isPublic ? [] : [{ apiKey: [] }],
    ...(isPublic ? {} : { 'x-required-scope': route.scope }),
    ...(parameters.length > 0 ? { parameters } : {}),
    requestParams: requestParams(describe),
    ...(describe.request ? { requestBody: requestBody(describe.request) } : {}),
    responses: responses(route),
  }
}

/** Turns `/keys/:id` into `/keys/{id}`. */
export function pathTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

function requestParams({ path = {}, query, isPaged }: RouteDescription) {
  const names = Object.entries(path)
  const queries = { ...query?.shape, ...(isPaged ? pageQuery.shape : {}) }
  return {
    ...(names.length > 0
      ? { path: z.object(mapValues(path, (note) => z.string().meta(metaOf(note)))) }
      : {}),
    ...(Object.keys(queries).length > 0 ? { query: z.object(queries) } : {}),
  }
}

function requestBody(request: RequestDescription): ZodOpenApiRequestBodyObject {
  const examples = mapValues(request.examples, (value) => ({ value }))
  if (request.kind === 'json') {
    const content = { 'application/json': { schema: request.schema, examples } }
    return { content, ...(request.mayBeEmpty ? {} : { required: true }) }
  }
  return {
    required: true,
    content: { 'multipart/form-data': multipart(request.schema, request.files, examples) },
  }
}

function multipart(
  schema: z.ZodObject,
  files: readonly FileDescription[],
  examples: Record<string, { value: unknown }>,
): ZodOpenApiMediaTypeObject {
  const parts = Object.fromEntries(files.map((file) => [file.name, filePart(file)]))
  const encoding = files.map(({ name }) => [name, { contentType: 'image/jpeg, image/png' }])
  return {
    schema: z.object({ ...schema.shape, ...parts }),
    encoding: Object.fromEntries(encoding),
    examples,
  }
}

function filePart({ isRequired, description }: FileDescription) {
  const file = z.string().meta({ description, override: { format: 'binary' } })
  return isRequired ? file : file.optional()
}

function responses(route: DescribedRoute): ZodOpenApiResponsesObject {
  const refusals = [...byStatus(codesOf(route))].map(([status, codes]) => [
    status,
    { $ref: `#/components/responses/${responseName(codes)}` },
  ])
  const answers = route.describe.answers.map((answer) => [
    answer.status,
    route.audience === 'public' ? publicAnswer(answer) : clientAnswer(route, answer),
  ])
  const unchanged = [
    304,
    { description: 'Your copy is current.', headers: headersOfEvery(['ETag']) },
  ]
  return Object.fromEntries([
    ...answers,
    ...(route.audience === 'public' ? [unchanged] : []),
    ...refusals,
  ])
}

function clientAnswer(
  { isIdempotent }: ClientRoute,
  { description, schema, examples }: AnswerDescription,
): ZodOpenApiResponseObject {
  return {
    description,
    headers: headersOfEvery(isIdempotent ? ['Idempotent-Replayed'] : []),
    content: {
      'application/json': {
        schema: z.object({ data: schema }),
        examples: enveloped(examples),
      },
    },
  }
}

function publicAnswer({
  description,
  schema,
  examples,
}: AnswerDescription): ZodOpenApiResponseObject {
  return {
    description,
    headers: headersOfEvery(['ETag']),
    content: {
      'application/json': { schema, examples: mapValues(examples, (value) => ({ value })) },
    },
  }
}

function enveloped(examples: Examples) {
  return mapValues(examples, (data) => ({ value: { data } }))
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  to: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]))
}
