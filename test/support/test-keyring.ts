// A keyring over a master key that is the same in every run.

import { createKeyring, type Keyring } from '../../server/crypto/keyring.ts'
import { masterKeyFrom } from '../../server/crypto/master-key.ts'

/** @param fill The byte that the master key consists of. */
export function testKeyring(fill = 7): Keyring {
  return createKeyring(masterKeyFrom(Buffer.alloc(32, fill)))
}
