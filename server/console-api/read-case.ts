// Reads one verification with all that was done about it; what is sealed about the person only where a
// member asks for that by itself.

import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import { isId } from '../kernel/ids.ts'
import { readingsOfAnswer } from '../providers/kept-answer.ts'
import type { DocumentReadings } from '../providers/provider.ts'
import { type ReviewHistory, readHistory } from '../reviews/review-view.ts'
import { openCaseParts } from '../verifications/open-case.ts'
import type { Claims, Verification } from '../verifications/verification.ts'
import { findVerification } from '../verifications/verification-view.ts'
import { type CaseComparison, compareCase } from './case-comparison.ts'
import { type CaseTrace, readTrace } from './case-trace-view.ts'

export interface CaseNeeds {
  readonly db: Db
  readonly keyring: Keyring
}

export interface OpenedCase {
  readonly verification: Verification
  readonly trace: CaseTrace
  readonly review: ReviewHistory | undefined
}

/** @throws AppError `not_found` */
export async function findCase({ db }: Pick<CaseNeeds, 'db'>, id: string): Promise<Verification> {
  const found = isId('ver', id) ? await findVerification(db.reader, id) : undefined
  if (found) return found
  throw new AppError('not_found', 'No verification has this id.')
}

/** @throws AppError `not_found` */
export async function readCase(needs: CaseNeeds, id: string): Promise<OpenedCase> {
  const { reader } = needs.db
  const verification = await findCase(needs, id)
  return {
    verification,
    trace: await readTrace(reader, id),
    review: await readHistory(reader, id),
  }
}

export interface PersonalDetails {
  readonly claims: Claims
  readonly readings: DocumentReadings
  /** As it came; undefined while there is none. */
  readonly answer: unknown
  readonly comparison: CaseComparison
}

/** undefined where it has been erased, or does not open any more. */
export async function openPersonalDetails(
  needs: CaseNeeds,
  id: string,
): Promise<PersonalDetails | undefined> {
  const parts = await openCaseParts(needs, id)
  if (parts === undefined) return undefined
  const { claims, answer } = parts
  const readings = readingsOfAnswer(answer)
  return { claims, readings, answer, comparison: compareCase(claims, readings) }
}
