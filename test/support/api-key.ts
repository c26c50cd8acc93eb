// Builds API keys for tests from defaults and the given fields.

import { type ApiKey, type NewKey, scopesDefault } from '../../server/keys/key.ts'

export function newKey(more: Partial<NewKey> = {}): NewKey {
  return {
    name: 'Branch office',
    environment: 'live',
    scopes: scopesDefault,
    allowedCidrs: [],
    expiresAt: undefined,
    ...more,
  }
}

export function apiKey(more: Partial<ApiKey> = {}): ApiKey {
  return {
    ...newKey(),
    id: 'key_00000000000000000000000000',
    hint: { first4: 'AbCd', last4: 'WxYz' },
    createdAt: Date.UTC(2026, 10, 21),
    revokedAt: undefined,
    lastUsedAt: undefined,
    rotatedFrom: undefined,
    waitingSince: undefined,
    createdByUser: undefined,
    createdByKey: undefined,
    isUnrestricted: false,
    ...more,
  }
}
