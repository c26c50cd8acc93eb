// A placeholder description for endpoints that exist only in a test.

import type { RouteDescription } from '../../server/kernel/route-description.ts'

export const anyDescription: RouteDescription = {
  operationId: 'any',
  tag: 'Interface',
  summary: 'Any',
  description: 'Any.',
  answers: [],
}
