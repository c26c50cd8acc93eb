// Sets up and takes away one's own second factors. The first one comes with ten recovery codes.

import { recordAudit } from '../audit/record-audit.ts'
import { isUniqueViolation } from '../db/sqlite-errors.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { noteOnAccount } from './account-notices.ts'
import {
  countRecoveryCodes,
  deletePasskey,
  insertPasskey,
  listPasskeys,
  replaceRecoveryCodes,
  setTotp,
} from './factor-store.ts'
import { askForPasskey, readNewPasskey } from './passkeys.ts'
import {
  findChallenge,
  findSecondFactors,
  keepChallenge,
  refuseProof,
  requireParty,
  totpPlace,
} from './second-factors.ts'
import { newRecoveryCodes, recoveryDigest } from './secrets.ts'
import { findWait, setOfferedTotp, takeChallenge } from './session-store.ts'
import { type OpenedSession, renewSession } from './sessions.ts'
import type { SecondFactor } from './staff.ts'
import { createTotpSecret, type OfferedTotp, offerTotp, stepOfCode } from './totp.ts'
import { judgePlace } from './unusual-sign-ins.ts'
import { originOf, type StaffNeeds, type Visit, type Visitor } from './visitor.ts'

export interface Enrolled {
  /** There where a sign-in waited for this. */
  readonly opened: OpenedSession | undefined
  /** New ones, shown now and never again; undefined where some are left. */
  readonly recoveryCodes: readonly string[] | undefined
}

/** A secret that counts for nothing until a code of it was shown. */
export async function beginTotp(
  needs: StaffNeeds,
  { member, session }: Visit,
): Promise<OfferedTotp> {
  const secret = createTotpSecret()
  const sealed = needs.keyring.sealSmall('staff', secret, offeredPlace(session.id))
  await inTransaction(needs.db, (trx) => setOfferedTotp(trx, session.id, sealed))
  return offerTotp(secret, member.email)
}

/** In the place of an app that was set up before. @throws AppError `unauthenticated`, `conflict` */
export async function finishTotp(
  needs: StaffNeeds,
  visitor: Visitor,
  visit: Visit,
  code: string,
): Promise<Enrolled> {
  const { member, session } = visit
  return inTransaction(needs.db, async (trx) => {
    const { offeredTotp } = await findWait(trx, session.id)
    if (offeredTotp === undefined) throw new AppError('conflict', 'Begin again: scan a new code.')
    const secret = needs.keyring.openSmall('staff', offeredTotp, offeredPlace(session.id))
    const step = stepOfCode(secret, code, needs.clock.now())
    if (step === undefined) throw refuseProof()
    const sealed = needs.keyring.sealSmall('staff', secret, totpPlace(member.id))
    await setTotp(trx, member.id, { sealed, lastStep: step })
    await setOfferedTotp(trx, session.id, undefined)
    return concludeEnrolment(needs, trx, visitor, visit, 'totp')
  })
}

/** What the browser is to make a passkey with. @throws AppError `conflict` */
export async function beginPasskey(needs: StaffNeeds, { member, session }: Visit) {
  const known = await listPasskeys(needs.db.reader, member.id)
  const options = await askForPasskey(requireParty(needs), member, known)
  await keepChallenge(needs, session.id, options.challenge)
  return options
}

/** @throws AppError `unauthenticated`, `conflict` */
export async function finishPasskey(
  needs: StaffNeeds,
  visitor: Visitor,
  visit: Visit,
  { name, response }: { readonly name: string; readonly response: unknown },
): Promise<Enrolled> {
  const { member, session } = visit
  const challenge = await findChallenge(needs, session.id)
  if (challenge === undefined) throw refuseProof()
  const made = await readNewPasskey(requireParty(needs), challenge, response)
  if (made === undefined) throw refuseProof()
  try {
    return await inTransaction(needs.db, async (trx) => {
      if (!(await takeChallenge(trx, session.id, challenge))) throw refuseProof()
      const createdAt = needs.clock.now()
      const kept = { ...made, memberId: member.id, name, createdAt, lastUsedAt: undefined }
      await insertPasskey(trx, kept)
      return concludeEnrolment(needs, trx, visitor, visit, 'passkey')
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', 'This passkey is set up already.')
    throw error
  }
}

/** @throws AppError `not_found`, `conflict` where it is the last one and one is required */
export async function removeFactor(
  needs: StaffNeeds,
  visitor: Visitor,
  { member, session }: Visit,
  factor: { readonly kind: 'totp' } | { readonly kind: 'passkey'; readonly id: string },
): Promise<void> {
  await inTransaction(needs.db, async (trx) => {
    if (factor.kind === 'totp') await setTotp(trx, member.id, undefined)
    else if (!(await deletePasskey(trx, member.id, factor.id))) {
      throw new AppError('not_found', 'This passkey was removed already.')
    }
    const hasTotp = factor.kind === 'totp' ? false : member.hasTotp
    const left = await findSecondFactors(trx, { id: member.id, hasTotp })
    if (left.length === 0) {
      assertMayBeWithout(needs)
      await replaceRecoveryCodes(trx, member.id, [])
    }
    await recordAudit(needs, trx, {
      by: originOf(visitor, member.id),
      action: 'staff.second_factor_removed',
      subject: { kind: 'staff', id: member.id },
      details: { factor: factor.kind },
    })
    await noteOnAccount(needs, trx, originOf(visitor, member.id), {
      userId: member.id,
      kind: 'second_factor_removed',
      sessionId: session.id,
    })
  })
}

/** New ones in the place of all that were left. @throws AppError `conflict` without a second factor */
export async function renewRecoveryCodes(
  needs: StaffNeeds,
  visitor: Visitor,
  { member, session }: Visit,
): Promise<readonly string[]> {
  return inTransaction(needs.db, async (trx) => {
    if ((await findSecondFactors(trx, member)).length === 0) {
      throw new AppError(
        'conflict',
        'Set up a second factor first; recovery codes stand in for it.',
      )
    }
    await noteOnAccount(needs, trx, originOf(visitor, member.id), {
      userId: member.id,
      kind: 'recovery_codes_made',
      sessionId: session.id,
    })
    return makeRecoveryCodes(needs, trx, visitor, member.id)
  })
}

async function concludeEnrolment(
  needs: StaffNeeds,
  trx: Trx,
  visitor: Visitor,
  visit: Visit,
  factor: SecondFactor,
): Promise<Enrolled> {
  const { member, session } = visit
  const signsIn = session.stage !== 'full'
  const unusual = signsIn ? await judgePlace(needs, trx, visitor, member.id) : {}
  await recordAudit(needs, trx, {
    by: originOf(visitor, member.id),
    action: 'staff.second_factor_added',
    subject: { kind: 'staff', id: member.id },
    details: { factor, ...unusual },
  })
  await noteOnAccount(needs, trx, originOf(visitor, member.id), {
    userId: member.id,
    kind: 'second_factor_added',
    sessionId: session.id,
    isQuiet: signsIn,
  })
  const hasCodes = (await countRecoveryCodes(trx, member.id)) > 0
  return {
    recoveryCodes: hasCodes ? undefined : await makeRecoveryCodes(needs, trx, visitor, member.id),
    opened: signsIn ? await renewSession(needs, trx, visitor, visit) : undefined,
  }
}

async function makeRecoveryCodes(
  needs: StaffNeeds,
  trx: Trx,
  visitor: Visitor,
  memberId: string,
): Promise<readonly string[]> {
  const codes = newRecoveryCodes()
  const digests = codes.map((code) => recoveryDigest(needs.keyring, memberId, code))
  await replaceRecoveryCodes(trx, memberId, digests)
  await recordAudit(needs, trx, {
    by: originOf(visitor, memberId),
    action: 'staff.recovery_codes_made',
    subject: { kind: 'staff', id: memberId },
    details: { count: codes.length },
  })
  return codes
}

function assertMayBeWithout({ config }: Pick<StaffNeeds, 'config'>): void {
  if (!config.staff.secondFactorRequired) return
  const message = 'A second factor is required here. Set up another one before removing this one.'
  throw new AppError('conflict', message)
}

function offeredPlace(sessionId: string): string {
  return `staff_sessions.offered_totp:${sessionId}`
}
