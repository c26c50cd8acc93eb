// Texts that let somebody in, and the digests in whose form they are kept.

import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../crypto/keyring.ts'
import { randomToken } from '../kernel/ids.ts'

type Mac = Pick<Keyring, 'mac'>

/** 256 bits, for cookies and links. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function sessionDigest({ mac }: Mac, token: string): Buffer {
  return mac('staff', `session:${token}`)
}

export function linkDigest({ mac }: Mac, token: string): Buffer {
  return mac('staff', `link:${token}`)
}

/** Bound to the session: another one's is worth nothing, and the cookie cannot be told from it. */
export function csrfTokenOf({ mac }: Mac, token: string): string {
  return mac('staff', `csrf:${token}`).toString('base64url')
}

/** Names that people type when they sign in say who they are, so they are not kept. */
export function attemptSubject({ mac }: Mac, kind: string, whose: string): string {
  return mac('staff', `attempt:${kind}:${whose}`).toString('hex')
}

const recoveryCodesMade = 10
/** Four groups of four, 80 bits. */
const recoveryCharacters = 16

export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: recoveryCodesMade }, () => {
    const groups = randomToken(recoveryCharacters).match(/.{4}/g) ?? []
    return groups.join('-')
  })
}

/** Case, spaces and hyphens do not count, nor whether an o was meant for a zero. */
export function recoveryDigest({ mac }: Mac, memberId: string, code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return mac('staff', `recovery:${memberId}:${plain}`)
}

export function isSameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
