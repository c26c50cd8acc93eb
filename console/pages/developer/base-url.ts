// Base URL of the appliance for this reader.

import type { InterfaceDocument } from './reference/interface-document.ts'

/** Includes the version at the end. */
export function baseUrl({ servers }: InterfaceDocument): string {
  return `${location.origin}${servers[0]?.url ?? ''}`
}
