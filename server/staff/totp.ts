// Codes of an authenticator app (RFC 6238: six digits, thirty seconds, SHA-1, which is what every app
// speaks). The only door to otpauth.

import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30
const digits = 6
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20
/** Codes of the step before and of the one after are taken too: clocks differ. */
const stepsAround = 1

export interface OfferedTotp {
  /** For typing in, base 32. */
  readonly secret: string
  /** For a QR code, `otpauth://totp/...`. */
  readonly uri: string
}

export function createTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: secretBytes }).bytes)
}

export function offerTotp(secret: Buffer, email: string): OfferedTotp {
  const totp = totpOf(secret, email)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step whose code this is, around `nowMs`; undefined for a wrong one. */
export function stepOfCode(secret: Buffer, code: string, nowMs: number): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  // Zero is a match, too: the present step.
  const delta = totpOf(secret).validate({ token, timestamp: nowMs, window: stepsAround })
  return delta === null ? undefined : Math.floor(nowMs / 1000 / periodSeconds) + delta
}

function totpOf(secret: Buffer, label = ''): TOTP {
  const bytes = new Uint8Array(secret)
  return new TOTP({
    issuer: 'svc',
    label,
    algorithm: 'SHA1',
    digits,
    period: periodSeconds,
    secret: new Secret({ buffer: bytes.buffer }),
  })
}
