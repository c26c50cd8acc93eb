// Generates the OpenAPI 3.1 document from the routes and the schemas that parse requests.

import { createDocument, type ZodOpenApiOverrideContext } from 'zod-openapi'
import type { Route } from '../../http/context.ts'
import { apiVersion } from '../../kernel/api-version.ts'
import { headerComponents, parameterComponents } from './headers.ts'
import { introduction, tagsOfDocument } from './introduction.ts'
import { type DescribedRoute, operation, pathTemplate } from './operation.ts'
import { byStatus, codesOf, refusalResponse, responseName } from './refusals.ts'
import { webhookSection } from './webhook-section.ts'

/** A row of the API's table or of the console's; the latter are left out of the document. */
type AnyRoute = Pick<Route, 'audience' | 'method' | 'path'>

type OpenApiDocument = ReturnType<typeof createDocument>

/** Takes tens of milliseconds. */
export function openApiDocument(routes: readonly AnyRoute[]): OpenApiDocument {
  const described = routes.filter(isDescribed)
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Identity verification and credit scoring',
        version: apiVersion,
        description: introduction,
        contact: { name: 'The operator of this appliance' },
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [{ url: '/v1', description: 'The appliance that serves this document.' }],
      tags: tagsOfDocument,
      security: [{ apiKey: [] }],
      paths: pathsOf(described),
      webhooks: webhookSection(),
      components: {
        headers: headerComponents,
        parameters: parameterComponents,
        responses: responsesOf(described),
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An API key: `svc_sandbox_…` or `svc_live_…`, which fixes the environment.',
          },
        },
      },
    },
    { override: tidy },
  )
}

/** Leaves out the routes of the provider and the console. */
function isDescribed(route: AnyRoute): route is DescribedRoute {
  return route.audience === 'client' || route.audience === 'public'
}

function pathsOf(routes: readonly DescribedRoute[]) {
  const byPath = Map.groupBy(routes, ({ path }) => pathTemplate(path))
  return Object.fromEntries(
    [...byPath].map(([path, methods]) => [
      path,
      Object.fromEntries(methods.map((route) => [route.method.toLowerCase(), operation(route)])),
    ]),
  )
}

function responsesOf(routes: readonly DescribedRoute[]) {
  const groups = routes.flatMap((route) => [...byStatus(codesOf(route)).values()])
  return Object.fromEntries(groups.map((codes) => [responseName(codes), refusalResponse(codes)]))
}

/** Allows unknown fields in answers, so that fields may be added later, and drops bounds specific to JavaScript. */
function tidy({ jsonSchema }: ZodOpenApiOverrideContext): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  // Property names are always strings.
  delete jsonSchema.propertyNames
  // The format says the same in a word; the pattern is a hundred characters long.
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern
}
