// Chooses the outcome of a job and its times. In the demo the user controls it: by
// `sandbox_result`, as in Smile ID's own sandbox, or by special id numbers; all others are
// approved. Pure.

import type {
  JobType,
  OutcomeName,
  PartnerParams,
  PrintedDocument,
  Processing,
  StatedIdentity,
} from './job.ts'

/** The input of a policy. */
interface JobRequest {
  readonly jobType: JobType
  readonly partnerParams: PartnerParams
  readonly identity: StatedIdentity
}

/**
 * Chooses the outcome of a job; called at the prep upload (for an empty wallet) and again when the
 * zip is uploaded.
 */
export type OutcomePolicy = (request: JobRequest) => OutcomeChoice

export interface OutcomeChoice {
  readonly outcome: OutcomeName
  /** Whether the automatic result takes `slowResultDelayMs` instead of `resultDelayMs`. */
  readonly isSlow?: boolean
  /** The values on the document, where known. */
  readonly document?: PrintedDocument
}

/** Id numbers that control the demo; case is ignored. */
const steeringNumbers: Readonly<Record<string, OutcomeChoice>> = {
  'DEMO-DECLINED': { outcome: 'declined' },
  'DEMO-DOCUMENT-FAILED': { outcome: 'declined_document' },
  'DEMO-LIVENESS-FAILED': { outcome: 'declined_liveness' },
  'DEMO-ERROR': { outcome: 'job_failed' },
  'DEMO-PROVISIONAL': { outcome: 'provisional_then_approved' },
  'DEMO-PROVISIONAL-DECLINED': { outcome: 'provisional_then_declined' },
  'DEMO-UNDECIDED': { outcome: 'provisional_for_ever' },
  'DEMO-MISMATCH': { outcome: 'other_name_read' },
  'DEMO-EXPIRED': { outcome: 'document_expired' },
  'DEMO-SLOW': { outcome: 'approved', isSlow: true },
  'DEMO-WALLET-EMPTY': { outcome: 'wallet_empty' },
  'DEMO-UNREADABLE': { outcome: 'unreadable' },
  'DEMO-NOT-ACCEPTED': { outcome: 'not_accepted' },
  'DEMO-CONTRADICTION': { outcome: 'contradiction' },
  'DEMO-NO-ACTIONS': { outcome: 'no_actions' },
  'DEMO-NOT-APPLICABLE': { outcome: 'not_applicable' },
  'DEMO-NO-FACE-COMPARISON': { outcome: 'face_not_compared' },
  'DEMO-DISAGREEMENT': { outcome: 'success_flag_disagrees' },
  'DEMO-UNKNOWN-CODE': { outcome: 'unknown_code' },
  'DEMO-UNKNOWN-ACTION': { outcome: 'unknown_action' },
  'DEMO-NO-READINGS': { outcome: 'nothing_read' },
  'DEMO-FRAUD': { outcome: 'fraud_suspected' },
  'DEMO-FRAUD-LATER': { outcome: 'fraud_found_later' },
}

/** `partner_params.sandbox_result` (reference 7.6). */
const sandboxResults: Readonly<Record<string, OutcomeChoice>> = {
  '0': { outcome: 'approved' },
  '1': { outcome: 'declined' },
  '2': { outcome: 'provisional_then_approved' },
}

export const demoOutcomePolicy: OutcomePolicy = ({ partnerParams, identity }) =>
  sandboxResults[String(partnerParams.sandbox_result)] ??
  steeringNumbers[(identity.idNumber ?? '').toUpperCase()] ?? { outcome: 'approved' }

export interface ResultDelays {
  /** Milliseconds from the upload until it is noticed; results are later by as much. */
  readonly noticeDelayMs: number
  /** Milliseconds from then to the automatic result. */
  readonly resultDelayMs: number
  /** The same for a slow job. */
  readonly slowResultDelayMs: number
  /** Milliseconds from a provisional result to the final one. */
  readonly reviewDelayMs: number
}

/**
 * Returns when the results of a job are issued. The result of a broken package takes just as long.
 */
export function scheduleOf(
  choice: OutcomeChoice,
  delays: ResultDelays,
  nowMs: number,
): Pick<Processing, 'noticedAtMs' | 'provisionalAtMs' | 'finalAtMs'> {
  const noticedAtMs = nowMs + delays.noticeDelayMs
  const firstAtMs = noticedAtMs + (choice.isSlow ? delays.slowResultDelayMs : delays.resultDelayMs)
  switch (choice.outcome) {
    case 'provisional_then_approved':
    case 'provisional_then_declined':
      return {
        noticedAtMs,
        provisionalAtMs: firstAtMs,
        finalAtMs: firstAtMs + delays.reviewDelayMs,
      }
    case 'provisional_for_ever':
      return { noticedAtMs, provisionalAtMs: firstAtMs }
    default:
      return { noticedAtMs, finalAtMs: firstAtMs }
  }
}
