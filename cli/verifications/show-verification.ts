// Shows a verification at the command line, without personal data.

import {
  type ListedVerificationJson,
  listedVerificationJson,
} from '../../server/api/verifications/verification-json.ts'
import type { Environment } from '../../server/kernel/environment.ts'
import type { ReviewSummary } from '../../server/verifications/review-summary.ts'
import type { VerificationSummary } from '../../server/verifications/verification.ts'
import type { Format, Io, Sink } from '../io.ts'
import { renderFacts } from '../text/table.ts'

/** The API's shape with the environment added, which the API leaves out. */
export interface ListedVerification extends ListedVerificationJson {
  readonly environment: Environment
}

export function listedVerification(
  verification: VerificationSummary,
  review: ReviewSummary | undefined,
): ListedVerification {
  return { ...listedVerificationJson(verification, review), environment: verification.environment }
}

/** The fields of a verification that are shown, whichever answer they come from. */
export interface ShownVerification {
  readonly id: string
  readonly status: string
  readonly environment?: string
  readonly country: string
  readonly id_type: string
  readonly external_ref?: string | undefined
  readonly created_at: string
  readonly completed_at: string | null
  readonly score?: { readonly score: number; readonly band: string } | null | undefined
  readonly review?: ShownReview | null | undefined
  /** Present only if a requested score was skipped. */
  readonly metadata?: object | undefined
  readonly reasons?: readonly { readonly code: string; readonly message: string }[] | undefined
  readonly checks?: readonly ShownCheck[] | undefined
  readonly findings?: readonly ShownFinding[] | undefined
  readonly document?: ShownDocument | null | undefined
}

/** What the document's machine-readable zone says; number and dates may be masked. */
interface ShownDocument {
  readonly verdict: string
  readonly source: string | null
  readonly format: string | null
  readonly issuing_state: string | null
  readonly number: string | null
  readonly date_of_birth: string | null
  readonly expiry_date: string | null
}

interface ShownReview {
  readonly state: string
  readonly outcome: string | null
  readonly reason_codes: readonly string[]
}

interface ShownCheck {
  readonly check: string
  readonly result: string
  /** Reason code of a comparison. */
  readonly reason?: string
}

interface ShownFinding {
  readonly role: string
  readonly code: string
  /** Only on findings that measure an image. */
  readonly figure?: number
  readonly limit?: number
  readonly unit?: string
}

export function verificationText({ out }: Pick<Io, 'out'>, shown: ShownVerification): string {
  const { reasons = [], checks = [], findings = [] } = shown
  return renderFacts(out, [
    ['id', shown.id],
    ['status', shown.status],
    ...reasons.map(({ code, message }) => ['reason', `${code}: ${message}`] as const),
    ['environment', shown.environment],
    ['country', shown.country],
    ['id type', shown.id_type],
    ['external ref', shown.external_ref],
    ['created', shown.created_at],
    ['completed', shown.completed_at ?? undefined],
    ['score', scoreText(shown)],
    ['review', shown.review ? reviewText(shown.review) : undefined],
    ...checks.map((check) => ['check', checkText(check)] as const),
    ['document', shown.document ? documentText(shown.document) : undefined],
    ...findings.map((finding) => ['finding', findingText(finding)] as const),
  ])
}

function documentText(document: ShownDocument): string {
  const { verdict, source, format, issuing_state: state, number } = document
  const { date_of_birth: born, expiry_date: expires } = document
  const facts = [
    format,
    state,
    number && `number ${number}`,
    born && `born ${born}`,
    expires && `expires ${expires}`,
    source && `on the ${source}`,
  ].filter((fact) => fact !== null && fact !== '')
  return facts.length === 0 ? verdict : `${verdict}: ${facts.join(', ')}`
}

function reviewText({ state, outcome, reason_codes: reasons }: ShownReview): string {
  return outcome === null ? state : `${outcome} (${reasons.join(', ')})`
}

function checkText({ check, result, reason }: ShownCheck): string {
  return `${check}: ${result}${reason === undefined ? '' : ` (${reason})`}`
}

function findingText({ role, code, figure, limit, unit }: ShownFinding): string {
  if (figure === undefined) return `${role}: ${code}`
  return `${role}: ${code}, ${Number(figure.toFixed(2))} ${unit} (limit ${limit})`
}

function scoreText({ score, metadata }: ShownVerification): string | undefined {
  if (score) return `${score.score} (${score.band})`
  return metadata && 'scoring_skipped' in metadata
    ? 'skipped: the scoring engine was not available'
    : undefined
}

const formats: Readonly<Record<string, Format>> = {
  approved: 'green',
  declined: 'red',
  error: 'yellow',
  pending: 'cyan',
}

export function paintStatus(sink: Sink, status: string): string {
  const format = formats[status.trim()]
  return format === undefined ? status : sink.style(format, status)
}
