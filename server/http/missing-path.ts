// Builds the 404 for a path that does not exist, with a hint at the path that was probably meant.

import { AppError } from '../kernel/app-error.ts'
import type { MatchedRoute } from './context.ts'

export function refuseMissingPath(
  route: MatchedRoute & { readonly kind: 'unknown' | 'outside' },
): AppError {
  return new AppError('not_found', messageOf(route))
}

function messageOf({ meant }: MatchedRoute & { readonly kind: 'unknown' | 'outside' }): string {
  switch (meant?.kind) {
    case 'root':
      return 'This is the root of the API, where there is nothing. GET /v1/openapi.json describes every path below it, such as GET /v1/kyc/verifications.'
    case 'slash':
      return `There is nothing at this path. Paths have no slash at the end: ask for ${meant.path}.`
    case 'slashes':
      return `There is nothing at this path. Two slashes stand side by side: ask for ${meant.path}.`
    case 'prefix_twice':
      return `There is nothing at this path. It has the prefix of the base URL twice: ask for ${meant.path}.`
    case 'case':
      return `There is nothing at this path. The case of paths counts: ask for ${meant.path}.`
    case 'prefix':
      return `There is nothing at this path. The API answers below /v1: ask for ${meant.path}.`
    case undefined:
      return 'There is nothing at this path. GET /v1/openapi.json describes every path of the API.'
  }
}
