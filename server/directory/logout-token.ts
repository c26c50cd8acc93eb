// Verifies logout tokens, by which the directory says that somebody has signed out there (OpenID Connect Back-Channel
// Logout 1.0, section 2.6).

import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Clock } from '../kernel/clock.ts'
import { DirectoryError, type DirectoryLogout } from './directory.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'

/** Older tokens are refused, so that a stolen one does not work for long. */
const ageMaxSeconds = 300
/** The directory's clock may differ by so much. */
const clockSkewSeconds = 60

const claimsSchema = z.object({
  sub: z.string().min(1).max(1000),
  iat: z.number(),
  jti: z.string().min(1),
  events: z.object({ [event]: z.object({}) }),
  // A token with a nonce is an ID token.
  nonce: z.never().optional(),
})

/** Anybody may send a token, and each is compared with the keys, so their number is bounded. */
const keysMax = 100
const keysSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(keysMax) })

interface LogoutTokenNeeds {
  readonly clock: Clock
  readonly issuer: string
  readonly clientId: string
  /** Returns the directory's keys, as its answer says them. @throws DirectoryError */
  readKeys(): Promise<unknown>
}

/** @throws DirectoryError */
export async function verifyLogoutToken(
  needs: LogoutTokenNeeds,
  token: string,
): Promise<DirectoryLogout> {
  const keys = keysSchema.safeParse(await needs.readKeys())
  if (!keys.success) throw new DirectoryError('answer_invalid', 'keys_unreadable')
  try {
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys.data), {
      issuer: needs.issuer,
      audience: needs.clientId,
      // Asymmetric ones only: with HMAC our own secret would sign.
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'],
      currentDate: new Date(needs.clock.now()),
      clockTolerance: clockSkewSeconds,
      maxTokenAge: ageMaxSeconds,
    })
    const { typ } = protectedHeader
    if (typ !== undefined && !/^(application\/)?(logout\+)?jwt$/i.test(typ)) {
      throw new DirectoryError('answer_invalid', 'logout_token_type')
    }
    const claims = claimsSchema.safeParse(payload)
    if (!claims.success) {
      const field = String(claims.error.issues[0]?.path[0] ?? 'claims')
      throw new DirectoryError('answer_invalid', `logout_token_${field}`)
    }
    return { issuer: needs.issuer, subject: claims.data.sub, issuedAt: claims.data.iat * 1000 }
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired) {
      throw new DirectoryError('answer_invalid', `logout_token_${wordOf(error.claim)}`)
    }
    if (error instanceof errors.JOSEError) {
      throw new DirectoryError('answer_invalid', 'logout_token_signature')
    }
    throw error
  }
}

function wordOf(claim: string): string {
  return /^[a-z]{1,20}$/.test(claim) ? claim : 'claims'
}
