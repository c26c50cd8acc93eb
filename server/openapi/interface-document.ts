// The interface as an OpenAPI 3.1 document, made from the table of endpoints and the very schemas that
// parse requests.

import { createDocument, type ZodOpenApiOverrideContext } from 'zod-openapi'
import type { Endpoint } from '../http/endpoint.ts'
import { interfaceVersion } from '../kernel/interface-version.ts'
import { headerComponents, parameterComponents } from './headers.ts'
import { introduction, tagsOfDocument } from './introduction.ts'
import { type DescribedEndpoint, operation, pathTemplate } from './operation.ts'
import { byStatus, codesOf, refusalResponse, responseName } from './refusals.ts'
import { webhookSection } from './webhook-section.ts'

export type InterfaceDocument = ReturnType<typeof createDocument>

/** Takes some tens of milliseconds. */
export function interfaceDocument(endpoints: readonly Endpoint[]): InterfaceDocument {
  const described = endpoints.filter(isDescribed)
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Identity verification and credit scoring',
        version: interfaceVersion,
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

/** What a provider or our own console calls is no business of clients. */
function isDescribed(endpoint: Endpoint): endpoint is DescribedEndpoint {
  return endpoint.audience === 'client' || endpoint.audience === 'public'
}

function pathsOf(endpoints: readonly DescribedEndpoint[]) {
  const byPath = Map.groupBy(endpoints, ({ path }) => pathTemplate(path))
  return Object.fromEntries(
    [...byPath].map(([path, those]) => [
      path,
      Object.fromEntries(those.map((one) => [one.method.toLowerCase(), operation(one)])),
    ]),
  )
}

function responsesOf(endpoints: readonly DescribedEndpoint[]) {
  const groups = endpoints.flatMap((one) => [...byStatus(codesOf(one)).values()])
  return Object.fromEntries(groups.map((codes) => [responseName(codes), refusalResponse(codes)]))
}

/** Answers stay open, so that fields may be added, and bounds that only JavaScript knows are dropped. */
function tidy({ jsonSchema }: ZodOpenApiOverrideContext): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  // Names of fields are texts; there is nothing else that they could be.
  delete jsonSchema.propertyNames
  // The format says it; the pattern is a hundred characters long.
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern
}
