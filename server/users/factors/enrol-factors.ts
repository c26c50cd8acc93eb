// Adds and removes the signed-in user's second factors. The first one comes with ten recovery codes.

import { recordAudit } from '../../audit/record-audit.ts'
import { inTransaction, type Trx } from '../../db/transaction.ts'
import { isUniqueViolation } from '../../db/unique-violation.ts'
import { AppError } from '../../kernel/app-error.ts'
import { addAccountNotice } from '../notices/account-notices.ts'
import { originOf, type RequestOrigin, type UserNeeds } from '../request-origin.ts'
import { findPendingFactor, setOfferedTotp, takeChallenge } from '../session-store.ts'
import { endSessionsWithin, type OpenedSession, renewSession } from '../sessions.ts'
import { newRecoveryCodes, recoveryDigest } from '../sign-in/sign-in-secrets.ts'
import { recordSignInPlace } from '../sign-in/unusual-sign-ins.ts'
import type { SecondFactor, SignedIn } from '../user.ts'
import { requireUser } from '../user-links.ts'
import {
  countRecoveryCodes,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  replaceRecoveryCodes,
  setTotp,
} from './factor-store.ts'
import { registrationOptions, verifyRegistration } from './passkeys.ts'
import {
  findChallenge,
  findSecondFactors,
  refuseProof,
  requireRelyingParty,
  saveChallenge,
  totpPlace,
} from './second-factors.ts'
import { createTotpSecret, type OfferedTotp, offerTotp, stepOfCode } from './totp.ts'

export interface Enrolled {
  /** The completed sign-in, if one waited for this second factor. */
  readonly opened: OpenedSession | undefined
  /** New recovery codes, shown only now; undefined if the user has unused ones. */
  readonly recoveryCodes: readonly string[] | undefined
}

/** Offers a new secret, which has no effect until `finishTotp` receives a code made from it. */
export async function beginTotp(
  needs: UserNeeds,
  { user, session }: SignedIn,
): Promise<OfferedTotp> {
  const secret = createTotpSecret()
  const encrypted = needs.keyring.encryptSmall('user', secret, offeredPlace(session.id))
  await inTransaction(needs.db, (trx) => setOfferedTotp(trx, session.id, encrypted))
  return offerTotp(secret, user.email)
}

/** Activates the offered secret and replaces an earlier one. @throws AppError `unauthenticated`, `conflict` */
export async function finishTotp(
  needs: UserNeeds,
  requestOrigin: RequestOrigin,
  signedIn: SignedIn,
  code: string,
): Promise<Enrolled> {
  const { user, session } = signedIn
  return inTransaction(needs.db, async (trx) => {
    const { offeredTotp } = await findPendingFactor(trx, session.id)
    if (offeredTotp === undefined) throw new AppError('conflict', 'Begin again: scan a new code.')
    const secret = needs.keyring.decryptSmall('user', offeredTotp, offeredPlace(session.id))
    const step = stepOfCode(secret, code, needs.clock.now())
    if (step === undefined) throw refuseProof()
    const isFirst = await enrolsFirst(trx, signedIn)
    const encrypted = needs.keyring.encryptSmall('user', secret, totpPlace(user.id))
    await setTotp(trx, user.id, { encrypted, lastStep: step })
    await setOfferedTotp(trx, session.id, undefined)
    return completeEnrolment(needs, trx, requestOrigin, signedIn, { factor: 'totp', isFirst })
  })
}

/** Returns the options with which the browser creates a passkey. @throws AppError `conflict` */
export async function beginPasskey(needs: UserNeeds, { user, session }: SignedIn) {
  const known = await listPasskeys(needs.db.reader, user.id)
  const options = await registrationOptions(requireRelyingParty(needs), user, known)
  await saveChallenge(needs, session.id, options.challenge)
  return options
}

/** @throws AppError `unauthenticated`, `conflict` */
export async function finishPasskey(
  needs: UserNeeds,
  requestOrigin: RequestOrigin,
  signedIn: SignedIn,
  { name, response }: { readonly name: string; readonly response: unknown },
): Promise<Enrolled> {
  const { user, session } = signedIn
  const challenge = await findChallenge(needs, session.id)
  if (challenge === undefined) throw refuseProof()
  const made = await verifyRegistration(requireRelyingParty(needs), challenge, response)
  if (made === undefined) throw refuseProof()
  try {
    return await inTransaction(needs.db, async (trx) => {
      if (!(await takeChallenge(trx, session.id, challenge))) throw refuseProof()
      const isFirst = await enrolsFirst(trx, signedIn)
      const createdAt = needs.clock.now()
      const kept = { ...made, userId: user.id, name, createdAt, lastUsedAt: undefined }
      await insertPasskey(trx, kept)
      const added = { factor: 'passkey', isFirst } as const
      return completeEnrolment(needs, trx, requestOrigin, signedIn, added)
    })
  } catch (error) {
    if (isUniqueViolation(error)) {
      throw new AppError('conflict', 'This passkey is already registered.')
    }
    throw error
  }
}

/**
 * Returns whether the user has no second factor yet. A sign-in that waits for the first one ends where there is one
 * meanwhile: it has shown the password alone, and whoever knows that could have begun it before the owner set theirs
 * up.
 * @throws AppError `unauthenticated`
 */
async function enrolsFirst(trx: Trx, { user, session }: SignedIn): Promise<boolean> {
  const hasNone = (await findSecondFactors(trx, await requireUser(trx, user.id))).length === 0
  if (hasNone || session.stage === 'full') return hasNone
  const message = 'Your account has a second factor since you began. Sign in again, with it.'
  throw new AppError('unauthenticated', message)
}

/** @throws AppError `not_found`; `conflict` for the last second factor if one is required */
export async function removeFactor(
  needs: UserNeeds,
  requestOrigin: RequestOrigin,
  { user, session }: SignedIn,
  factor: { readonly kind: 'totp' } | { readonly kind: 'passkey'; readonly id: string },
): Promise<void> {
  await inTransaction(needs.db, async (trx) => {
    if (factor.kind === 'totp') await setTotp(trx, user.id, undefined)
    else if (!(await deletePasskey(trx, user.id, factor.id))) {
      throw new AppError('not_found', 'This passkey has already been removed.')
    }
    const left = await findSecondFactors(trx, await requireUser(trx, user.id))
    if (left.length === 0) {
      assertFactorNotRequired(needs)
      await replaceRecoveryCodes(trx, user.id, [])
    }
    await recordAudit(needs, trx, {
      by: originOf(requestOrigin, user.id),
      action: 'user.second_factor_removed',
      subject: { kind: 'user', id: user.id },
      details: { factor: factor.kind },
    })
    await addAccountNotice(needs, trx, originOf(requestOrigin, user.id), {
      userId: user.id,
      kind: 'second_factor_removed',
      sessionId: session.id,
    })
  })
}

/** Replaces all recovery codes. @throws AppError `conflict` without a second factor */
export async function renewRecoveryCodes(
  needs: UserNeeds,
  requestOrigin: RequestOrigin,
  { user, session }: SignedIn,
): Promise<readonly string[]> {
  return inTransaction(needs.db, async (trx) => {
    if ((await findSecondFactors(trx, await requireUser(trx, user.id))).length === 0) {
      throw new AppError(
        'conflict',
        'Set up a second factor first; recovery codes only replace one.',
      )
    }
    await addAccountNotice(needs, trx, originOf(requestOrigin, user.id), {
      userId: user.id,
      kind: 'recovery_codes_made',
      sessionId: session.id,
    })
    return makeRecoveryCodes(needs, trx, requestOrigin, user.id)
  })
}

/** The first one ends all other sessions: they have shown the password alone. */
async function completeEnrolment(
  needs: UserNeeds,
  trx: Trx,
  requestOrigin: RequestOrigin,
  signedIn: SignedIn,
  { factor, isFirst }: { readonly factor: SecondFactor; readonly isFirst: boolean },
): Promise<Enrolled> {
  const { user, session } = signedIn
  const signsIn = session.stage !== 'full'
  if (isFirst) {
    const ended = { userId: user.id, except: session.id }
    await endSessionsWithin(needs, trx, originOf(requestOrigin, user.id), ended)
  }
  const unusual = signsIn ? await recordSignInPlace(needs, trx, requestOrigin, user.id) : {}
  await recordAudit(needs, trx, {
    by: originOf(requestOrigin, user.id),
    action: 'user.second_factor_added',
    subject: { kind: 'user', id: user.id },
    details: { factor, ...unusual },
  })
  await addAccountNotice(needs, trx, originOf(requestOrigin, user.id), {
    userId: user.id,
    kind: 'second_factor_added',
    sessionId: session.id,
    isQuiet: signsIn,
  })
  const hasCodes = (await countRecoveryCodes(trx, user.id)) > 0
  return {
    recoveryCodes: hasCodes
      ? undefined
      : await makeRecoveryCodes(needs, trx, requestOrigin, user.id),
    opened: signsIn ? await renewSession(needs, trx, requestOrigin, signedIn) : undefined,
  }
}

async function makeRecoveryCodes(
  needs: UserNeeds,
  trx: Trx,
  requestOrigin: RequestOrigin,
  userId: string,
): Promise<readonly string[]> {
  const codes = newRecoveryCodes()
  const digests = codes.map((code) => recoveryDigest(needs.keyring, userId, code))
  await replaceRecoveryCodes(trx, userId, digests)
  await recordAudit(needs, trx, {
    by: originOf(requestOrigin, userId),
    action: 'user.recovery_codes_made',
    subject: { kind: 'user', id: userId },
    details: { count: codes.length },
  })
  return codes
}

function assertFactorNotRequired({ config }: Pick<UserNeeds, 'config'>): void {
  if (!config.users.secondFactorRequired) return
  const message = 'A second factor is required. Set up another one before removing this one.'
  throw new AppError('conflict', message)
}

function offeredPlace(sessionId: string): string {
  return `sessions.offered_totp:${sessionId}`
}
