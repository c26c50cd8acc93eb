// Row of `verifications`, and how a verification becomes a row and comes from one. Personal data is in the encrypted
// columns only.

import type { Selectable } from 'kysely'
import { z } from 'zod'
import { jsonColumn, orNull, orUndefined } from '../db/columns.ts'
import { imageFindingCodes } from '../images/image.ts'
import type { Environment } from '../kernel/environment.ts'
import type { DocumentType } from '../markets/market.ts'
import type { Scoring, ScoringState } from '../scoring/score.ts'
import type { NumberUse } from './number-use.ts'
import { reasonCodes } from './reasons.ts'
import {
  checkNames,
  checkResults,
  type Verification,
  type VerificationStatus,
  type VerificationSummary,
  zoneFindingCodes,
} from './verification.ts'

export interface VerificationTable {
  id: string
  environment: Environment
  status: VerificationStatus
  country: string
  id_type: DocumentType
  external_ref: string | null
  scoring: ScoringState
  api_key_id: string
  /** Encrypted JSON: names, birth date, document number, consent. */
  claims: Buffer
  /** Keyed digest of the document number, for exact search. */
  id_number_index: Buffer | null
  /** Keyed digests of number and birth date, and of number and name: comparable among rows of the same number only. */
  number_birth_date_index: Buffer | null
  number_name_index: Buffer | null
  /** Encrypted JSON: the provider's final answer, unchanged. */
  provider_answer: Buffer | null
  result_code: string | null
  /** JSON: reason codes. */
  reasons: string
  /** JSON: check codes and results. */
  checks: string
  /** JSON: findings of the image inspection and of the document's zone. */
  findings: string
  created_at: number
  completed_at: number | null
}

const kept = undefined

/** What erasing writes into each column; `kept` ones say nothing of the person. */
export const erasedColumns = {
  id: kept,
  environment: kept,
  status: kept,
  country: kept,
  id_type: kept,
  external_ref: null,
  scoring: 'not_requested',
  api_key_id: kept,
  claims: Buffer.alloc(0),
  id_number_index: null,
  number_birth_date_index: null,
  number_name_index: null,
  provider_answer: null,
  result_code: null,
  reasons: kept,
  checks: '[]',
  findings: '[]',
  created_at: kept,
  completed_at: kept,
} satisfies { readonly [Column in keyof VerificationTable]: VerificationTable[Column] | undefined }

export const summaryColumns = [
  'verifications.id',
  'verifications.environment',
  'verifications.status',
  'verifications.country',
  'verifications.id_type',
  'verifications.external_ref',
  'verifications.scoring',
  'verifications.reasons',
  'verifications.created_at',
  'verifications.completed_at',
] as const

/** Columns that hold a `Verification`; the encrypted ones are read apart. */
export const verificationColumns = [
  ...summaryColumns,
  'verifications.api_key_id',
  'verifications.checks',
  'verifications.result_code',
  'verifications.findings',
] as const

/** The personal data of a verification, as stored. */
export interface EncryptedColumns {
  readonly claims: Buffer
  readonly idNumberIndex: Buffer | undefined
  /** undefined for the sandbox, and where nothing is compared with earlier verifications. */
  readonly numberUse?: NumberUse | undefined
  readonly providerAnswer: Buffer | undefined
}

type EncryptedColumn =
  | 'claims'
  | 'id_number_index'
  | 'number_birth_date_index'
  | 'number_name_index'
  | 'provider_answer'
type VerificationRow = Selectable<Omit<VerificationTable, EncryptedColumn>>
type SummaryRow = Omit<VerificationRow, 'api_key_id' | 'checks' | 'result_code' | 'findings'>

export function toRow(verification: Verification, encrypted: EncryptedColumns): VerificationTable {
  return {
    id: verification.id,
    environment: verification.environment,
    status: verification.status,
    country: verification.country,
    id_type: verification.idType,
    external_ref: orNull(verification.externalRef),
    scoring: verification.scoring.state,
    api_key_id: verification.apiKeyId,
    result_code: orNull(verification.resultCode),
    reasons: JSON.stringify(verification.reasons),
    checks: JSON.stringify(verification.checks),
    findings: JSON.stringify(verification.findings),
    created_at: verification.createdAt,
    completed_at: orNull(verification.completedAt),
    claims: encrypted.claims,
    id_number_index: orNull(encrypted.idNumberIndex),
    number_birth_date_index: orNull(encrypted.numberUse?.birthDate),
    number_name_index: orNull(encrypted.numberUse?.name),
    provider_answer: orNull(encrypted.providerAnswer),
  }
}

/** The score is in a table of its own. */
export function fromRow(row: VerificationRow, scoring: Scoring): Verification {
  return {
    ...summaryFromRow(row, scoring),
    apiKeyId: row.api_key_id,
    checks: readChecks(row.checks),
    resultCode: orUndefined(row.result_code),
    findings: readFindings(row.findings),
  }
}

export function summaryFromRow(row: SummaryRow, scoring: Scoring): VerificationSummary {
  return {
    id: row.id,
    environment: row.environment,
    status: row.status,
    country: row.country,
    idType: row.id_type,
    externalRef: orUndefined(row.external_ref),
    scoring,
    reasons: readReasons(row.reasons),
    createdAt: row.created_at,
    completedAt: orUndefined(row.completed_at),
  }
}

export const readReasons = jsonColumn(z.array(z.enum(reasonCodes)))
export const readChecks = jsonColumn(
  z.array(
    z.object({
      check: z.enum(checkNames),
      result: z.enum(checkResults),
      reason: z.string().exactOptional(),
    }),
  ),
)
export const readFindings = jsonColumn(
  z.array(
    z.union([
      z.object({
        role: z.enum(['front', 'back', 'selfie']),
        code: z.enum(imageFindingCodes),
        figure: z.number(),
        limit: z.number(),
        unit: z.string(),
      }),
      z.object({ role: z.enum(['front', 'back']), code: z.enum(zoneFindingCodes) }),
    ]),
  ),
)
