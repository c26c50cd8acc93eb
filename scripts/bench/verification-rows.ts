// Writes millions of verifications with their scores, tags and reviews.

import { randomBytes } from 'node:crypto'
import type { RawConnection } from '../../server/db/sqlite/connection.ts'
import { hourMs } from '../../server/kernel/durations.ts'
import { newId } from '../../server/kernel/ids.ts'
import { bandOf } from '../../server/scoring/bands.ts'
import { reviewTagOf } from '../../server/verifications/verification-tag.ts'

interface VerificationPopulation {
  readonly count: number
  readonly from: number
  readonly to: number
}

const verificationsPerCommit = 10_000
/** Approximate size of encrypted names, birth date and document number. */
const claimsBytes = 220

const insertBenchVerification = `insert into verifications (id, environment, status, country, id_type, external_ref,
  api_key_id, claims, id_number_index, provider_answer, reasons, checks, findings, created_at, completed_at,
  scoring, result_code) values (?, 'live', ?, ?, ?, ?, 'key_bench', ?, ?, null, ?, '[]', '[]', ?, ?, ?, null)`
const insertScore = `insert into scores (verification_id, id, score, confidence, model_version, flags,
  features_used, reference_version, computed_at) values (?, ?, ?, 0.9, 'bench', '[]', '[]', null, ?)`
const insertTag = `insert into verification_tags (environment, tag, verification_id)
  values ('live', ?, ?)`
const insertOpenReview = `insert into reviews (id, verification_id, environment, state, causes, created_at, due_at)
  values (?, ?, 'live', 'open', '["declined"]', ?, ?)`
const insertClosedReview = `insert into reviews (id, verification_id, environment, state, causes, created_at, outcome,
  outcome_reasons, decided_by, closed_at)
  values (?, ?, 'live', 'closed', '["declined"]', ?, 'confirm', '["decision_correct"]', 'usr_bench', ?)`

/** Spread evenly over the period: 80 % approved, 10 % declined, one in three scored, one in a thousand expired. */
export function writeVerifications(raw: RawConnection, population: VerificationPopulation): void {
  const { count, from, to } = population
  const statements = prepare(raw)
  const write = raw.transaction((first: number) => {
    const end = Math.min(first + verificationsPerCommit, count)
    for (let index = first; index < end; index += 1) {
      writeVerification(statements, index, Math.floor(from + ((to - from) * index) / count))
    }
  })
  for (let first = 0; first < count; first += verificationsPerCommit) write(first)
}

type Statements = ReturnType<typeof prepare>

function prepare(raw: RawConnection) {
  return {
    verification: raw.prepare<unknown[]>(insertBenchVerification),
    score: raw.prepare<unknown[]>(insertScore),
    tag: raw.prepare<unknown[]>(insertTag),
    openReview: raw.prepare<unknown[]>(insertOpenReview),
    closedReview: raw.prepare<unknown[]>(insertClosedReview),
  }
}

function writeVerification(statements: Statements, index: number, createdAt: number): void {
  const id = newId('ver', createdAt)
  const { status, reasons, country, idType, score } = describe(index)
  statements.verification.run(
    id,
    status,
    country,
    idType,
    `loan-${index}`,
    randomBytes(claimsBytes),
    randomBytes(32),
    JSON.stringify(reasons),
    createdAt,
    createdAt + 14_000,
    score === undefined ? 'not_requested' : 'attached',
  )
  for (const reason of reasons) statements.tag.run(`reason:${reason}`, id)
  if (score !== undefined) {
    statements.score.run(id, newId('scr', createdAt), score, createdAt)
    statements.tag.run(`band:${bandOf(score).band}`, id)
  }
  if (status === 'declined') {
    const isOpen = index % 50 === 9
    const review = isOpen ? statements.openReview : statements.closedReview
    review.run(newId('rev', createdAt), id, createdAt, createdAt + hourMs)
    statements.tag.run(reviewTagOf(isOpen ? 'open' : 'closed'), id)
  }
}

/** Depends on the index only, so that few and many rows have the same mixture. */
function describe(index: number) {
  const turn = index % 10
  const status = turn === 9 ? 'declined' : turn === 8 ? 'error' : 'approved'
  const expired = index % 1000 === 9
  const reasons =
    status === 'declined'
      ? [expired ? 'document_expired' : 'name_mismatch']
      : status === 'error'
        ? ['provider_unreachable']
        : []
  return {
    status,
    reasons,
    country: index % 3 === 0 ? 'MA' : 'SN',
    idType: index % 4 === 0 ? 'passport' : 'national_id',
    score: index % 3 === 0 ? (index * 7919) % 1001 : undefined,
  } as const
}
