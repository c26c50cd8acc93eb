// Who asks, as the audit log names them: what routes hand to the use cases that record what was done.

import type { AuditOrigin } from '../audit/audit.ts'
import type { ApiRequest, StaffRequest } from './endpoint.ts'

export function originOfClient({
  caller,
  clientAddress,
  requestId,
}: Pick<ApiRequest, 'caller' | 'clientAddress' | 'requestId'>): AuditOrigin {
  return { actor: { kind: 'api_key', id: caller.id }, clientAddress, requestId }
}

export function originOfMember({
  visit,
  clientAddress,
  requestId,
}: Pick<StaffRequest, 'visit' | 'clientAddress' | 'requestId'>): AuditOrigin {
  return { actor: { kind: 'staff', id: visit.member.id }, clientAddress, requestId }
}
