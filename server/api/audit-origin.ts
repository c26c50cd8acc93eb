// The origin of a client's request as the audit log records it. Handlers pass it to the use cases that write entries.

import type { AuditOrigin } from '../audit/audit.ts'
import type { ApiRequest } from './api-route.ts'

export function originOfClient({
  apiKey,
  clientAddress,
  requestId,
}: Pick<ApiRequest, 'apiKey' | 'clientAddress' | 'requestId'>): AuditOrigin {
  return { actor: { kind: 'api_key', id: apiKey.id }, clientAddress, requestId }
}
