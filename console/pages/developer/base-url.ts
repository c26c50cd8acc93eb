// The address under which this reader's programs reach the appliance.

import type { InterfaceDocument } from './reference/interface-document.ts'

/** With the version at its end. */
export function baseUrl({ servers }: InterfaceDocument): string {
  return `${location.origin}${servers[0]?.url ?? ''}`
}
