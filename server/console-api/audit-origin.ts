// The origin of a user's request as the audit log records it. Handlers pass it to the use cases that write entries.

import type { AuditOrigin } from '../audit/audit.ts'
import type { ConsoleRequest } from './console-route.ts'

export function originOfUser({
  signedIn,
  clientAddress,
  requestId,
}: Pick<ConsoleRequest, 'signedIn' | 'clientAddress' | 'requestId'>): AuditOrigin {
  return { actor: { kind: 'user', id: signedIn.user.id }, clientAddress, requestId }
}
