// Computes digests of a verification's rows, by part. The audit log records them with every outcome; computing them
// again shows whether the rows were changed since.

import { hash } from 'node:crypto'
import type { Keyring } from '../crypto/keyring.ts'
import { prepare } from '../db/prepared.ts'
import type { Reader } from '../db/transaction.ts'
import type { Score } from '../scoring/score.ts'
import { type ScoreTable, scoreColumns, toScoreRow } from '../scoring/score-table.ts'
import type { VerificationStatus } from './verification.ts'
import { type VerificationTable, verificationColumns } from './verification-table.ts'

/** They follow from the claims. */
type IndexColumn = 'id_number_index' | 'number_birth_date_index' | 'number_name_index'

/**
 * `submission`: the request. `outcome`: status, reasons, checks. `answer`: what the provider answered, what was read in
 * the document's zone, what the bank's face model said and what the provider said later, each as it is stored.
 */
type VerificationPart = 'submission' | 'outcome' | 'answer' | 'score'

export interface VerificationDigests {
  readonly id: string
  readonly status: VerificationStatus
  /** Hex. */
  readonly parts: Readonly<Record<VerificationPart, string>>
}

/** Leaves out `ids` that do not exist; in no order. */
export async function digestVerifications(
  { keyring }: { readonly keyring: Pick<Keyring, 'macHex'> },
  db: Reader,
  ids: readonly string[],
): Promise<readonly VerificationDigests[]> {
  const rows = await selectDigested(db).where('verifications.id', 'in', ids).execute()
  return rows.map((row) => toDigests(keyring, row, row))
}

/** Returns the next `limit` verifications after the id `after`, by id; to iterate over all of them. */
export async function digestVerificationsAfter(
  { keyring }: { readonly keyring: Pick<Keyring, 'macHex'> },
  db: Reader,
  after: string,
  limit: number,
): Promise<readonly VerificationDigests[]> {
  const rows = await selectDigested(db)
    .where('verifications.id', '>', after)
    .orderBy('verifications.id')
    .limit(limit)
    .execute()
  return rows.map((row) => toDigests(keyring, row, row))
}

/** Like `digestVerifications` for one; undefined if it does not exist. */
export async function digestVerification(
  { keyring }: { readonly keyring: Pick<Keyring, 'macHex'> },
  db: Reader,
  id: string,
): Promise<VerificationDigests | undefined> {
  const row = await findDigested.first(db, { id })
  return row && toDigests(keyring, row, row)
}

/** Like `digestVerification`, for rows that the caller is about to insert. */
export function digestRows(
  keyring: Pick<Keyring, 'macHex'>,
  verification: Omit<VerificationTable, IndexColumn>,
  score: Score | undefined,
): VerificationDigests {
  const columns = score && { ...toScoreRow(verification.id, score), score_id: score.id }
  return toDigests(keyring, verification, columns ?? {})
}

const findDigested = prepare((db, { id }: { readonly id: string }) =>
  selectDigested(db).where('verifications.id', '=', id),
)

function selectDigested(db: Reader) {
  return db
    .selectFrom('verifications')
    .leftJoin('scores', 'scores.verification_id', 'verifications.id')
    .leftJoin('zone_readings', 'zone_readings.verification_id', 'verifications.id')
    .leftJoin('face_comparisons', 'face_comparisons.verification_id', 'verifications.id')
    .leftJoin('late_results', 'late_results.verification_id', 'verifications.id')
    .select([...verificationColumns, ...scoreColumns])
    .select(['verifications.claims', 'verifications.provider_answer'])
    .select(['zone_readings.outcome as zone_outcome', 'zone_readings.zone'])
    .select(['face_comparisons.outcome as face_outcome', 'face_comparisons.advice as face_advice'])
    .select(['late_results.finding as late_finding', 'late_results.results as late_results'])
}

type ScoreColumns = {
  readonly [Column in keyof Omit<ScoreTable, 'verification_id' | 'id'>]?: ScoreTable[Column] | null
} & { readonly score_id?: string | null | undefined }

/** Absent where the document was not read. */
interface ZoneColumns {
  readonly zone_outcome?: string | null
  readonly zone?: Buffer | null
}

/** Absent where no face model was asked. */
interface FaceColumns {
  readonly face_outcome?: string | null
  readonly face_advice?: Buffer | null
}

/** Absent where the provider said nothing later. */
interface LateColumns {
  readonly late_finding?: string | null
  readonly late_results?: Buffer | null
}

/**
 * The digests are keyed, because a client's reference could otherwise be guessed from its digest. Encrypted columns
 * are digested as stored. The indexes are left out: they follow from
 * the claims, change when their key is replaced, and `svc crypto verify` compares them with the claims.
 */
function toDigests(
  keyring: Pick<Keyring, 'macHex'>,
  row: Omit<VerificationTable, IndexColumn> & ZoneColumns & FaceColumns & LateColumns,
  score: ScoreColumns,
): VerificationDigests {
  const digest = (part: VerificationPart, values: readonly unknown[]) =>
    keyring
      .macHex('audit', JSON.stringify(['verification', 1, row.id, part, ...values]))
      .slice(0, digestCharacters)
  return {
    id: row.id,
    status: row.status,
    parts: {
      submission: digest('submission', [
        row.environment,
        row.country,
        row.id_type,
        row.external_ref,
        row.api_key_id,
        row.created_at,
        encryptedDigest(row.claims),
      ]),
      outcome: digest('outcome', [
        row.status,
        row.reasons,
        row.checks,
        row.findings,
        row.result_code,
        row.completed_at,
      ]),
      answer: digest('answer', [
        encryptedDigest(row.provider_answer),
        row.zone_outcome ?? null,
        encryptedDigest(row.zone ?? null),
        ...faceValues(row),
        ...lateValues(row),
      ]),
      score: digest('score', [
        row.scoring,
        score.score_id,
        score.score,
        score.confidence,
        score.model_version,
        score.flags,
        score.features_used,
        score.reference_version,
        score.computed_at,
        ...(score.features ? [score.features] : []),
      ]),
    },
  }
}

/** None for rows without, whose digests stay as they were before there were face models. */
function faceValues({ face_outcome: outcome, face_advice: advice }: FaceColumns) {
  return outcome ? [outcome, encryptedDigest(advice ?? null)] : []
}

/** None for rows without, as of the faces. */
function lateValues({ late_finding: finding, late_results: results }: LateColumns) {
  return results ? ['late', finding ?? null, encryptedDigest(results)] : []
}

/** 128 bits: too many to find a second text with a given digest, and without the key nobody can try. */
const digestCharacters = 32

function encryptedDigest(encrypted: Buffer | null): string | null {
  return encrypted && hash('sha256', encrypted, 'hex')
}
