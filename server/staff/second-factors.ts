// Shows and judges second factors: a code of an app, a passkey, a recovery code. Each proof works once.

import type { Reader, Trx } from '../db/transaction.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { consoleUrlOf } from '../settings/console-url.ts'
import {
  countRecoveryCodes,
  findTotp,
  listPasskeys,
  setPasskeyUsed,
  takeRecoveryCode,
  takeTotpStep,
} from './factor-store.ts'
import { askForProof, type RelyingParty, readProof, relyingPartyOf } from './passkeys.ts'
import { recoveryDigest } from './secrets.ts'
import { findWait, setChallenge, takeChallenge } from './session-store.ts'
import type { Member, SecondFactor } from './staff.ts'
import { stepOfCode } from './totp.ts'
import type { StaffNeeds, Visit } from './visitor.ts'

export type FactorProof =
  | { readonly method: 'totp'; readonly code: string }
  | { readonly method: 'recovery_code'; readonly code: string }
  | { readonly method: 'passkey'; readonly response: unknown }

/** How long a browser may take to answer a challenge. */
const challengeForMs = 5 * 60_000

/** Empty where none is set up: recovery codes alone are no second factor. */
export async function findSecondFactors(
  db: Reader,
  member: Pick<Member, 'id' | 'hasTotp'>,
): Promise<readonly SecondFactor[]> {
  const hasPasskey = (await listPasskeys(db, member.id)).length > 0
  const hasCodes = (await countRecoveryCodes(db, member.id)) > 0
  return namedFactors({ hasTotp: member.hasTotp, hasPasskey, hasCodes })
}

/** Recovery codes count only beside another one. */
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

/** What the browser asks a passkey to sign. @throws AppError `conflict` where there is none */
export async function challengePasskey(needs: StaffNeeds, { member, session }: Visit) {
  const party = requireParty(needs)
  const known = await listPasskeys(needs.db.reader, member.id)
  if (known.length === 0) throw new AppError('conflict', 'No passkey is set up for this account.')
  const options = await askForProof(party, known)
  await keepChallenge(needs, session.id, options.challenge)
  return options
}

export async function keepChallenge(
  { db, clock }: Pick<StaffNeeds, 'db' | 'clock'>,
  sessionId: string,
  text: string,
): Promise<void> {
  await inTransaction(db, (trx) => setChallenge(trx, sessionId, { text, at: clock.now() }))
}

/** The challenge that this session waits to have answered. */
export async function findChallenge(
  { db, clock }: Pick<StaffNeeds, 'db' | 'clock'>,
  sessionId: string,
): Promise<string | undefined> {
  const { challenge } = await findWait(db.reader, sessionId)
  if (challenge === undefined || clock.now() - challenge.at > challengeForMs) return undefined
  return challenge.text
}

/** Uses the proof up; false where it was used before or is none. */
export type TakeProof = (trx: Trx) => Promise<boolean>

/** Judges outside the transaction what takes long, and leaves using it up for within. */
export async function judgeProof(
  needs: StaffNeeds,
  visit: Visit,
  proof: FactorProof,
): Promise<TakeProof> {
  const { member } = visit
  switch (proof.method) {
    case 'totp':
      return (trx) => takeCode(needs, trx, member.id, proof.code)
    case 'recovery_code': {
      const use = {
        digest: recoveryDigest(needs.keyring, member.id, proof.code),
        at: needs.clock.now(),
      }
      return (trx) => takeRecoveryCode(trx, member.id, use)
    }
    case 'passkey':
      return judgePasskey(needs, visit, proof.response)
  }
}

/** @throws AppError `conflict` */
export function requireParty({ config }: Pick<StaffNeeds, 'config'>): RelyingParty {
  const party = relyingPartyOf(consoleUrlOf(config))
  if (party !== undefined) return party
  throw new AppError(
    'conflict',
    'Passkeys need a host name. Set SVC_PUBLIC_URL to one, or use an authenticator app.',
  )
}

export function refuseProof(): AppError {
  const message =
    'This proof is wrong, too old, or was used before. Wait for the next code, or try another way.'
  return new AppError('unauthenticated', message)
}

async function takeCode(
  needs: Pick<StaffNeeds, 'keyring' | 'clock'>,
  trx: Trx,
  memberId: string,
  code: string,
): Promise<boolean> {
  const totp = await findTotp(trx, memberId)
  if (totp === undefined) return false
  const secret = needs.keyring.openSmall('staff', totp.sealed, totpPlace(memberId))
  const step = stepOfCode(secret, code, needs.clock.now())
  return step !== undefined && (await takeTotpStep(trx, memberId, step))
}

async function judgePasskey(
  needs: StaffNeeds,
  { member, session }: Visit,
  response: unknown,
): Promise<TakeProof> {
  const party = requireParty(needs)
  const challenge = await findChallenge(needs, session.id)
  if (challenge === undefined) return async () => false
  const known = await listPasskeys(needs.db.reader, member.id)
  const proof = await readProof(party, challenge, known, response)
  return async (trx) => {
    const isOurs = await takeChallenge(trx, session.id, challenge)
    if (proof === undefined || !isOurs) return false
    await setPasskeyUsed(trx, proof.id, { counter: proof.counter, at: needs.clock.now() })
    return true
  }
}

/** Where a sealed secret belongs: it opens nowhere else. */
export function totpPlace(memberId: string): string {
  return `staff_members.totp:${memberId}`
}
