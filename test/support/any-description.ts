// The description of an endpoint that only a test has, so that nobody reads it.

import type { EndpointDescription } from '../../server/kernel/endpoint-description.ts'

export const anyDescription: EndpointDescription = {
  operationId: 'any',
  tag: 'Interface',
  summary: 'Any',
  description: 'Any.',
  answers: [],
}
