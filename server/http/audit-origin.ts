// The origin of a request as the audit log records it. Routes pass it to the use cases that write entries.

import type { AuditOrigin } from '../audit/audit.ts'
import type { ApiRequest, ConsoleRequest } from './route.ts'

export function originOfClient({
  apiKey,
  clientAddress,
  requestId,
}: Pick<ApiRequest, 'apiKey' | 'clientAddress' | 'requestId'>): AuditOrigin {
  return { actor: { kind: 'api_key', id: apiKey.id }, clientAddress, requestId }
}

export function originOfUser({
  signedIn,
  clientAddress,
  requestId,
}: Pick<ConsoleRequest, 'signedIn' | 'clientAddress' | 'requestId'>): AuditOrigin {
  return { actor: { kind: 'user', id: signedIn.user.id }, clientAddress, requestId }
}
