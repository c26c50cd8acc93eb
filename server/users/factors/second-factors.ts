// Lists a user's second factors and verifies proofs: a TOTP code, a passkey, a recovery code. Each proof
// works once.

import { inTransaction, type Reader, type Trx } from '../../db/transaction.ts'
import { AppError } from '../../kernel/app-error.ts'
import { consoleUrlOf } from '../../settings/console-url.ts'
import type { UserNeeds } from '../request-origin.ts'
import { findPendingFactor, setChallenge, takeChallenge } from '../session-store.ts'
import { recoveryDigest } from '../sign-in/sign-in-secrets.ts'
import type { SecondFactor, SignedIn, User } from '../user.ts'
import {
  countRecoveryCodes,
  findTotp,
  listPasskeys,
  setPasskeyUsed,
  takeRecoveryCode,
  takeTotpStep,
} from './factor-store.ts'
import {
  authenticationOptions,
  type RelyingParty,
  relyingPartyOf,
  verifyAuthentication,
} from './passkeys.ts'
import { stepOfCode } from './totp.ts'

export type FactorProof =
  | { readonly method: 'totp'; readonly code: string }
  | { readonly method: 'recovery_code'; readonly code: string }
  | { readonly method: 'passkey'; readonly response: unknown }

/** How long a passkey challenge stays valid. */
const challengeForMs = 5 * 60_000

/** Returns the user's second factors; empty if none is set up. */
export async function findSecondFactors(
  db: Reader,
  user: Pick<User, 'id' | 'hasTotp'>,
): Promise<readonly SecondFactor[]> {
  const hasPasskey = (await listPasskeys(db, user.id)).length > 0
  const hasCodes = (await countRecoveryCodes(db, user.id)) > 0
  return namedFactors({ hasTotp: user.hasTotp, hasPasskey, hasCodes })
}

/** Recovery codes alone are no second factor. */
export function namedFactors(has: {
  readonly hasTotp: boolean
  readonly hasPasskey: boolean
  readonly hasCodes: boolean
}): readonly SecondFactor[] {
  if (!has.hasTotp && !has.hasPasskey) return []
  return [
    ...(has.hasTotp ? (['totp'] as const) : []),
    ...(has.hasPasskey ? (['passkey'] as const) : []),
    ...(has.hasCodes ? (['recovery_code'] as const) : []),
  ]
}

/** Returns the options with which the browser asks for a passkey. @throws AppError `conflict` without one */
export async function challengePasskey(needs: UserNeeds, { user, session }: SignedIn) {
  const party = requireRelyingParty(needs)
  const known = await listPasskeys(needs.db.reader, user.id)
  if (known.length === 0) throw new AppError('conflict', 'No passkey is set up for this account.')
  const options = await authenticationOptions(party, known)
  await saveChallenge(needs, session.id, options.challenge)
  return options
}

export async function saveChallenge(
  { db, clock }: Pick<UserNeeds, 'db' | 'clock'>,
  sessionId: string,
  text: string,
): Promise<void> {
  await inTransaction(db, (trx) => setChallenge(trx, sessionId, { text, at: clock.now() }))
}

/** Returns the session's challenge; undefined if there is none or it is too old. */
export async function findChallenge(
  { db, clock }: Pick<UserNeeds, 'db' | 'clock'>,
  sessionId: string,
): Promise<string | undefined> {
  const { challenge } = await findPendingFactor(db.reader, sessionId)
  if (challenge === undefined || clock.now() - challenge.at > challengeForMs) return undefined
  return challenge.text
}

/** Uses the proof up in a transaction. Returns false if it is wrong or was used before. */
export type TakeProof = (trx: Trx) => Promise<boolean>

/** Does the slow part of verifying outside the transaction; the result uses the proof up within one. */
export async function verifyProof(
  needs: UserNeeds,
  signedIn: SignedIn,
  proof: FactorProof,
): Promise<TakeProof> {
  const { user } = signedIn
  switch (proof.method) {
    case 'totp':
      return (trx) => takeCode(needs, trx, user.id, proof.code)
    case 'recovery_code': {
      const use = {
        digest: recoveryDigest(needs.keyring, user.id, proof.code),
        at: needs.clock.now(),
      }
      return (trx) => takeRecoveryCode(trx, user.id, use)
    }
    case 'passkey':
      return verifyPasskey(needs, signedIn, proof.response)
  }
}

/** @throws AppError `conflict` */
export function requireRelyingParty({ config }: Pick<UserNeeds, 'config'>): RelyingParty {
  const party = relyingPartyOf(consoleUrlOf(config))
  if (party !== undefined) return party
  throw new AppError(
    'conflict',
    'Passkeys need a host name. Set SVC_PUBLIC_URL to one, or use an authenticator app.',
  )
}

export function refuseProof(): AppError {
  const message =
    'This code or passkey is wrong, expired, or was used before. Wait for the next code, or try another second factor.'
  return new AppError('unauthenticated', message)
}

async function takeCode(
  needs: Pick<UserNeeds, 'keyring' | 'clock'>,
  trx: Trx,
  userId: string,
  code: string,
): Promise<boolean> {
  const totp = await findTotp(trx, userId)
  if (totp === undefined) return false
  const secret = needs.keyring.decryptSmall('user', totp.encrypted, totpPlace(userId))
  const step = stepOfCode(secret, code, needs.clock.now())
  return step !== undefined && (await takeTotpStep(trx, userId, step))
}

async function verifyPasskey(
  needs: UserNeeds,
  { user, session }: SignedIn,
  response: unknown,
): Promise<TakeProof> {
  const party = requireRelyingParty(needs)
  const challenge = await findChallenge(needs, session.id)
  if (challenge === undefined) return async () => false
  const known = await listPasskeys(needs.db.reader, user.id)
  const proof = await verifyAuthentication(party, challenge, known, response)
  return async (trx) => {
    const isOurs = await takeChallenge(trx, session.id, challenge)
    if (proof === undefined || !isOurs) return false
    await setPasskeyUsed(trx, proof.id, { counter: proof.counter, at: needs.clock.now() })
    return true
  }
}

/** Binds an encrypted TOTP secret to its user: it cannot be decrypted for another one. */
export function totpPlace(userId: string): string {
  return `users.totp:${userId}`
}
