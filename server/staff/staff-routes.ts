// Every endpoint of the console's own interface that is about its people, and the audit log.

import { auditEndpoints } from '../audit/audit-routes.ts'
import type { StaffEndpoint } from '../http/endpoint.ts'
import { accountEndpoints } from './account-routes.ts'
import { doorEndpoints } from './door-routes.ts'
import { peopleEndpoints } from './people-routes.ts'
import type { StaffNeeds } from './visitor.ts'

export function staffEndpoints(needs: StaffNeeds): readonly StaffEndpoint[] {
  return [
    ...doorEndpoints(needs),
    ...accountEndpoints(needs),
    ...peopleEndpoints(needs),
    ...auditEndpoints(needs),
  ]
}
