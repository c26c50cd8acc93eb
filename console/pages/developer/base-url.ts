// Base URL of the appliance for this reader.

import type { OpenApiDocument } from './reference/openapi-document.ts'

/** Includes the version at the end. */
export function baseUrl({ servers }: OpenApiDocument): string {
  return `${location.origin}${servers[0]?.url ?? ''}`
}
