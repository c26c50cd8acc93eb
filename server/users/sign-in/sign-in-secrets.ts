// Creates the secrets of signing in (tokens, recovery codes) and the digests that are stored of them.

import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../../crypto/keyring.ts'
import type { VisitSecrets } from '../../directory/directory.ts'
import { randomToken } from '../../kernel/ids.ts'

type Mac = Pick<Keyring, 'mac'>

/** Returns 256 random bits, base64url, for cookies and links. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function sessionDigest({ mac }: Mac, token: string): Buffer {
  return mac('user', `session:${token}`)
}

export function linkDigest({ mac }: Mac, token: string): Buffer {
  return mac('user', `link:${token}`)
}

/** @param token in the cookie of a browser that visits the bank's directory */
export function visitDigest({ mac }: Mac, token: string): Buffer {
  return mac('user', `visit:${token}`)
}

/** State and nonce tie the answer of the directory to the browser, the verifier (PKCE) ties the code to this server. */
export function visitSecrets({ mac }: Mac, token: string): VisitSecrets {
  const derive = (use: string) => mac('user', `visit-${use}:${token}`).toString('base64url')
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') }
}

/** The CSRF token is bound to its session and does not reveal the cookie's token. */
export function csrfTokenOf({ mac }: Mac, token: string): string {
  return mac('user', `csrf:${token}`).toString('base64url')
}

/** E-mail addresses that are typed at sign-in are personal data, so only their digest is stored. */
export function attemptSubject({ mac }: Mac, kind: string, target: string): string {
  return mac('user', `attempt:${kind}:${target}`).toString('hex')
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

/** Ignores case, spaces and hyphens, and reads o as 0, i and l as 1. */
export function recoveryDigest({ mac }: Mac, userId: string, code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return mac('user', `recovery:${userId}:${plain}`)
}

export function isSameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
