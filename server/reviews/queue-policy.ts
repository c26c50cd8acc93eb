// Decides which verifications need a review, and why. Pure.

import { base32Alphabet } from '../kernel/base32-pair.ts'
import { bandOf } from '../scoring/bands.ts'
import { scoreOf } from '../scoring/score.ts'
import { type CheckName, type Verification, zoneCheckNames } from '../verifications/verification.ts'
import type { ReviewCause } from './review.ts'

type Judged = Pick<
  Verification,
  'id' | 'environment' | 'status' | 'reasons' | 'checks' | 'findings' | 'scoring'
>

const comparisons: readonly CheckName[] = ['name', 'date_of_birth', 'id_number', ...zoneCheckNames]

/**
 * Returns no causes when no review is needed. A pending verification is one that staff must decide. Sandbox
 * verifications never need one, because their outcomes are chosen by the client.
 * @param known.samplePercent 0 to 100, of the approved verifications
 */
export function causesOf(
  verification: Judged,
  known: { readonly samplePercent: number; readonly isNumberReused: boolean },
): readonly ReviewCause[] {
  const { environment, status, reasons, checks, findings, scoring } = verification
  if (environment === 'sandbox') return []
  const compared = checks.filter(({ check }) => comparisons.includes(check))
  const score = scoreOf(scoring)
  const isLow = score !== undefined && bandOf(score.score).band === 'low'
  const causes: readonly (readonly [applies: boolean, cause: ReviewCause])[] = [
    [status === 'pending', 'decision'],
    [status === 'declined', 'declined'],
    [status === 'error', 'error'],
    [reasons.includes('fraud_suspected'), 'fraud'],
    [compared.some(({ result }) => result === 'failed'), 'mismatch'],
    [compared.some(({ result }) => result === 'unclear'), 'doubt'],
    [findings.length > 0, 'finding'],
    [isLow, 'low_band'],
    [known.isNumberReused, 'reused_number'],
    [status === 'approved' && isDrawn(verification.id, known.samplePercent), 'sample'],
  ]
  return causes.filter(([applies]) => applies).map(([, cause]) => cause)
}

const drawnCharacters = 6
/** The characters behind them are not all random: see `kernel/id-ends`. */
const charactersAfter = 4

/** Draws by random characters of the id: nobody can choose them, and drawing again gives the same result. */
export function isDrawn(id: string, percent: number): boolean {
  const drawn = [...id.slice(-drawnCharacters - charactersAfter, -charactersAfter)]
  const number = drawn.reduce((sum, character) => sum * 32 + base32Alphabet.indexOf(character), 0)
  return number < (percent / 100) * 32 ** drawnCharacters
}
