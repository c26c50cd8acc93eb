// What to say to whoever asks for a path that there is not: where they may have meant to go.

import { AppError } from '../kernel/app-error.ts'
import type { Found } from './routing.ts'

/** @param found of what is not there */
export function refuseMissingPath(
  found: Found & { readonly kind: 'unknown' | 'outside' },
): AppError {
  return new AppError('not_found', messageOf(found))
}

function messageOf({ meant }: Found & { readonly kind: 'unknown' | 'outside' }): string {
  switch (meant?.kind) {
    case 'root':
      return 'This is the root of the API, where there is nothing. GET /v1/openapi.json describes every path below it, such as GET /v1/kyc/verifications.'
    case 'slash':
      return `There is nothing at this path. Paths have no slash at the end: ask for ${meant.path}.`
    case 'case':
      return `There is nothing at this path. The case of paths counts: ask for ${meant.path}.`
    case 'prefix':
      return `There is nothing at this path. The API answers below /v1: ask for ${meant.path}.`
    case undefined:
      return 'There is nothing at this path. GET /v1/openapi.json describes every path of the API.'
  }
}
