// TOTP codes of an authenticator app (RFC 6238: six digits, thirty seconds, SHA-1, which every app supports).
// The only file that uses otpauth.

import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30
const digits = 6
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20
/** Codes of one step before and after are accepted too, because clocks differ. */
const stepsAround = 1

export interface OfferedTotp {
  /** For typing in, base32. */
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

/** Returns the time step of the code; undefined if it is wrong at `nowMs`. */
export function stepOfCode(secret: Buffer, code: string, nowMs: number): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  // 0 is a match too: the current step.
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
