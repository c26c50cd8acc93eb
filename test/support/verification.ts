// Builds verifications for tests from defaults and the given fields.

import { encryptionKey } from '../../server/crypto/encrypt.ts'
import type { Trx } from '../../server/db/transaction.ts'
import { newId } from '../../server/kernel/ids.ts'
import { encryptClaims } from '../../server/verifications/erasure/encrypted-columns.ts'
import type { Claims, Verification } from '../../server/verifications/verification.ts'
import { insertVerification } from '../../server/verifications/verification-store.ts'

const createdAt = Date.UTC(2026, 10, 21, 9)

export const testDataKey = encryptionKey(Buffer.alloc(32, 5))

/** Pending and live by default. */
export function aVerification(more: Partial<Verification> = {}): Verification {
  return {
    id: newId('ver', more.createdAt ?? createdAt),
    environment: 'live',
    status: 'pending',
    country: 'SN',
    idType: 'passport',
    externalRef: undefined,
    scoring: { state: 'not_requested' },
    apiKeyId: 'key_00000000000000000000000000',
    reasons: [],
    checks: [],
    resultCode: undefined,
    findings: [],
    createdAt,
    completedAt: undefined,
    ...more,
  }
}

export async function keepVerification(
  trx: Trx,
  verification: Verification,
  claims: Claims = {},
): Promise<void> {
  await insertVerification(trx, verification, {
    claims: encryptClaims(testDataKey, verification.id, claims),
    idNumberIndex: undefined,
    providerAnswer: undefined,
  })
}
