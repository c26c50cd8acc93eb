// The English texts of case files; every other language has the same ones.

import labels from '../../../../data/reference/words/en.json' with { type: 'json' }
import type { Environment } from '../../../kernel/environment.ts'
import type { Labels } from '../../../kernel/labels.ts'
import type { MatchVerdict } from '../../../matching/match-verdict.ts'
import type { ScoringState } from '../../../scoring/score.ts'
import type { UsageType } from '../../../usage/usage.ts'
import type { ReviewOutcome, ReviewState } from '../../../verifications/review-summary.ts'
import type { ComparedField } from '../claim-comparison.ts'
import type { CaseFileLabels } from './case-file-labels.ts'

const label: CaseFileLabels = labels

export const wordsEn = {
  label,
  title: 'Identity verification',
  subtitle: 'Case file',
  confidential: 'Confidential: personal data',
  timesInUtc: 'All times are UTC.',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  made: (at: string, by: string) => `Made on ${at} by ${by}`,
  /** @param request id of the request in the audit entry of the file */
  digest: (request: string) =>
    `The SHA-256 digest of this file is in the audit log: verification.exported, request ${request}`,
  banner: {
    sandbox: 'Sandbox test: the result is simulated, and no identity was checked.',
    specimen: 'Specimen: a reviewer found that the document is a specimen.',
  },
  watermark: { sandbox: 'SANDBOX', specimen: 'SPECIMEN' },
  environment: { live: 'Live', sandbox: 'Sandbox' } satisfies Labels<Environment>,
  /** Stands for a missing value; must fit any grammatical gender. */
  none: '–',
  noFlags: 'None',
  review: (outcome: string, at: string) => `Review: ${outcome.toLowerCase()}, ${at}`,
  notYet: 'Not yet',
  facts: {
    id: 'Verification',
    environment: 'Environment',
    country: 'Country',
    document: 'Document',
    reference: 'Reference of the bank',
    submitted: 'Submitted',
    completed: 'Completed',
    purpose: 'Purpose of this file',
    provider: 'Identity provider',
    providerReference: 'Provider reference',
    resultCode: 'Provider result code',
    score: 'Score',
    confidence: 'Confidence',
    model: 'Model',
    computed: 'Computed',
    flags: 'Flags',
    features: 'Features',
    reviewState: 'State',
    reviewOutcome: 'Outcome',
    reviewReasons: 'Reasons',
    reviewCauses: 'Review reason',
    decidedBy: 'Decided by',
    approvedBy: 'Approved by (second reviewer)',
    closed: 'Closed',
  },
  section: {
    summary: 'Summary',
    person: 'Personal data: claimed, and read on the document',
    checks: 'Checks',
    findings: 'Photo issues',
    later: 'Later results of the provider',
    score: 'Score',
    images: 'Photos',
    review: 'Review',
    history: 'Review history',
    timeLine: 'Timeline',
    about: 'About this file',
  },
  column: {
    claimed: 'Claimed',
    read: 'Read',
    comparison: 'Comparison',
    check: 'Check',
    result: 'Result',
    seen: 'Observation',
    image: 'Photo',
    finding: 'Finding',
    measured: 'Measured',
    when: 'When (UTC)',
    who: 'Who',
    what: 'What',
    details: 'Details',
    note: 'Note',
  },
  field: {
    name: 'Name',
    date_of_birth: 'Date of birth',
    id_number: 'Document number',
    expires: 'Document valid until',
    consent: 'Consent given',
    notice: 'Notice accepted',
  } satisfies Labels<ComparedField | 'expires' | 'consent' | 'notice'>,
  verdict: {
    match: 'Matches',
    unclear: 'Unclear',
    mismatch: 'Differs',
    not_compared: 'Not compared',
  } satisfies Labels<MatchVerdict>,
  notClaimed: 'Not given',
  notRead: 'Not read',
  erased: 'The personal data of this verification has been erased. The decision is kept.',
  /** Explains the sign for letters that the font does not have. */
  lettersMissing:
    'Some letters are printed here as �, because the fonts of this file lack them. The console shows them.',
  noChecks: {
    pending: 'No check has been made yet.',
    error: 'No check was made, because the verification ended in an error first.',
    sandbox: 'Sandbox verifications are not checked.',
    other: 'No checks are recorded.',
  },
  noScore: {
    not_requested: 'No score was requested.',
    requested: 'The score comes with the result.',
    skipped: 'Scoring skipped: the scoring engine did not respond in time.',
    error: 'No score: the verification ended in an error.',
  } satisfies Labels<Exclude<ScoringState, 'attached'> | 'error'>,
  noImages: {
    erased: 'The photos were erased with the personal data.',
    sandbox: 'The sandbox stores no photos.',
    removed: 'The photos of this verification have been deleted.',
  },
  lateSource: {
    callback: 'Reported in a callback, whose sender is not proven.',
    result: 'The provider’s result, requested again.',
  },
  noReview: 'This verification has no review.',
  measured: (figure: string, unit: string, limit: string) => `${figure} ${unit}, limit ${limit}`,
  imageDigest: 'SHA-256 of the submitted file:',
  /** Before what the bank's own face model says. */
  faceModel: 'Advice only, of this bank’s face model:',
  faceFigures: ({
    similarity,
    threshold,
    share,
    low,
    high,
  }: Labels<'similarity' | 'threshold' | 'share' | 'low' | 'high'>) =>
    `Similarity ${similarity}, threshold ${threshold}. False match rate measured on this bank’s own pairs: ${share} (95% interval ${low} to ${high}).`,
  scoreOf: (score: string, band: string) => `${score} of 1000, band ${band}`,
  reviewState: {
    open: 'Awaiting a reviewer',
    proposed: 'Proposed, awaiting second approval',
    closed: 'Closed',
  } satisfies Labels<ReviewState>,
  /** Outcomes of a proposal in the history, which do not read as decided. */
  proposes: {
    confirm: 'Uphold the decision',
    dispute: 'Overturn the decision',
    approved: 'Approve the verification',
    declined: 'Decline the verification',
  } satisfies Labels<ReviewOutcome>,
  neverStatus: 'A review never changes the status of the verification.',
  attempt: (number: number) => `Webhook attempt ${number}`,
  delivered: 'Delivered',
  usage: {
    'kyc.verify': 'Identity verification',
    'score.get': 'Score',
  } satisfies Labels<UsageType>,
  nobody: 'The appliance',
  noteErased: 'The note was erased with the personal data.',
  about: [
    'This file shows the records of the appliance at the time given at the foot of each page.',
    'To check that it was not altered, compute its SHA-256 digest (for example with sha256sum) and compare it with the digest in the audit log entry named at the foot of each page. The log is a chain that shows when an entry was changed or removed.',
  ],
}

export type CaseFileWords = typeof wordsEn
