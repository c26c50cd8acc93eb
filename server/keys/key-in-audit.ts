// Returns the audit details of an API key: what it may do, from where and until when. Pure.

import type { AuditDetails } from '../audit/audit-details.ts'
import type { ApiKey } from './key.ts'

export function keyInAudit(key: ApiKey): AuditDetails {
  return {
    environment: key.environment,
    scopes: [...key.scopes],
    allowed_cidrs: [...key.allowedCidrs],
    ...(key.expiresAt === undefined ? {} : { expires_at: key.expiresAt }),
    ...(key.isUnrestricted ? { unrestricted: true } : {}),
  }
}
