// A keyring whose keys are the same in every run.

import { hkdfSync } from 'node:crypto'
import { createKeyring, type ReplaceableKeyring } from '../../server/crypto/keyring.ts'
import { masterKeyFrom } from '../../server/crypto/master-key.ts'
import { keyPurposes, type PurposeKey, purposeKeyFrom } from '../../server/crypto/purpose-key.ts'

/**
 * @param fill The byte that the master key consists of.
 * @param newer Keys that have replaced others, which are still there
 */
export function testKeyring(fill = 7, newer: readonly PurposeKey[] = []): ReplaceableKeyring {
  const master = masterKeyFrom(Buffer.alloc(32, fill))
  const keys = keyPurposes.map((purpose) => {
    const raw = Buffer.from(hkdfSync('sha256', master.bytes, Buffer.alloc(0), purpose, 32))
    return purposeKeyFrom(purpose, raw, 0)
  })
  return createKeyring({ masterKeyId: master.fingerprint, keys: [...keys, ...newer], nowMs: 1 })
}
