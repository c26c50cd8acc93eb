// Loads the HTTP client with the first outgoing call: a server that calls nobody starts sooner and stays smaller.

import { createRequire } from 'node:module'

type Undici = typeof import('undici')

const require = createRequire(import.meta.url)

export function undici(): Undici {
  return require('undici') as Undici
}
