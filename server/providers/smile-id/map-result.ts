// Maps a job status answer of Smile ID to our reply. Pure, and strict in one direction: nothing
// unknown, unfinished or contradictory is ever `verified`.

import type { ProviderReason, ProviderVerdict, ResultReply } from '../provider.ts'
import { hasFailed, objectionToApproval, smileChecksOf } from './actions.ts'
import { readDocument, seenDocument } from './document-readings.ts'
import type { SmileResult, StatusAnswer } from './protocol.ts'
import { codesNoImages } from './refusals.ts'
import { type CodeMeaning, documentVerification, meaningOf } from './result-codes.ts'

/** @param answer of a Document Verification job, with its authenticity already checked */
export function mapResult(answer: StatusAnswer): ResultReply {
  if (answer.code !== undefined && codesNoImages.has(answer.code)) return { kind: 'not_uploaded' }
  const { result } = answer
  if (result.kind === 'nothing') return { kind: 'processing' }
  if (result.kind === 'sentence') {
    return { kind: /\bno zip\b/i.test(result.text) ? 'not_uploaded' : 'processing' }
  }
  const { fields, raw } = result
  const code = fields.ResultCode
  if (code === undefined && !answer.complete) return { kind: 'processing' }
  const meaning = code === undefined ? undefined : meaningOf(documentVerification, code)
  if (meaning?.kind === 'misconfigured') {
    return { kind: 'refused', reason: 'provider_misconfigured', code, raw }
  }
  if (meaning?.kind === 'provisional' || !isStoredResponse(answer, fields)) {
    return { kind: 'provisional', raw }
  }
  return { kind: 'final', verdict: verdictOf({ answer, fields, meaning }), raw }
}

/** Both the job and the result must be final, where they say so. */
function isStoredResponse(answer: StatusAnswer, fields: SmileResult): boolean {
  return answer.complete && fields.IsFinalResult !== false
}

type FinalMeaning = Exclude<CodeMeaning, { readonly kind: 'provisional' | 'misconfigured' }>

interface Settled {
  readonly answer: StatusAnswer
  readonly fields: SmileResult
  readonly meaning: FinalMeaning | undefined
}

function verdictOf(settled: Settled): ProviderVerdict {
  const { fields, meaning } = settled
  const outcome = outcomeOf(settled)
  const { Antifraud: fraud } = fields
  const isSuspected = isApproval(meaning) && fraud.kind === 'suspected'
  return {
    ...(isSuspected ? inError('fraud_suspected') : outcome),
    ...(isSuspected && fraud.sameFace && { unlessKnown: { users: fraud.sameFace, ...outcome } }),
    checks: smileChecksOf(fields.Actions),
    readings: readDocument(fields),
    seen: seenDocument(fields),
    resultCode: fields.ResultCode ?? '',
  }
}

type Outcome = Pick<ProviderVerdict, 'outcome' | 'reasons'>

function outcomeOf({ answer, fields, meaning }: Settled): Outcome {
  if (meaning === undefined) return inError('provider_answer_unknown')
  if (meaning.kind === 'approved') return outcomeOfApproval(answer, fields)
  if (meaning.kind === 'error') return inError(meaning.reason)
  if (succeededAgainst(answer, meaning.reason)) return inError('provider_answer_contradictory')
  return { outcome: 'not_verified', reasons: refine(meaning.reason, fields) }
}

/** Smile ID reports an expired document as a success with a warning. */
function isApproval(meaning: FinalMeaning | undefined): boolean {
  return meaning?.kind === 'approved' || meaning?.reason === 'document_expired'
}

function outcomeOfApproval(answer: StatusAnswer, fields: SmileResult): Outcome {
  const objection = objectionToApproval(fields.Actions)
  if (objection === 'contradictory' || answer.success === false) {
    return inError('provider_answer_contradictory')
  }
  if (objection === 'unknown' || fields.Antifraud.kind === 'unreadable') {
    return inError('provider_answer_unknown')
  }
  return { outcome: 'verified', reasons: [] }
}

/** A refusal is never a success, but for that of an expired document. */
function succeededAgainst(answer: StatusAnswer, reason: ProviderReason): boolean {
  return answer.success === true && reason !== 'document_expired'
}

/** One code stands for every kind of mismatch; the failed steps say which. */
function refine(reason: ProviderReason, { Actions }: SmileResult): readonly ProviderReason[] {
  if (reason !== 'document_not_verified') return [reason]
  const failed = reasonOfStep.filter(([name]) => hasFailed(Actions, name)).map(([, why]) => why)
  return failed.length === 0 ? [reason] : failed
}

const reasonOfStep: readonly (readonly [string, ProviderReason])[] = [
  ['Document_Check', 'document_not_verified'],
  ['Selfie_To_ID_Card_Compare', 'face_mismatch'],
  ['Liveness_Check', 'liveness_failed'],
]

function inError(reason: ProviderReason): Outcome {
  return { outcome: 'error', reasons: [reason] }
}
