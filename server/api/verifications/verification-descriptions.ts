// Describes the verification endpoints for the OpenAPI document.

import type { RouteDescription } from '../../kernel/route-description.ts'
import { verificationFilterShape } from '../../verifications/filter-input.ts'
import { reasonJson } from '../../verifications/reason-json.ts'
import { faultsOfMissingFiles, imageFields } from '../../verifications/submission/image-fields.ts'
import { scoreExample } from '../scores/score-api.ts'
import { liveFormSchema, sandboxBodySchema } from './submission-api.ts'
import {
  type ListedVerificationJson,
  type VerificationDetailJson,
  type VerificationJson,
  verificationDetailSchema,
  verificationListSchema,
  verificationSchema,
} from './verification-json.ts'

const missing = faultsOfMissingFiles(new Set()).map(({ param }) => param)
const fileNotes = {
  front_image: 'Front of the document, or the page with the portrait.',
  back_image: 'Back of the document, if it has one.',
  selfie_image: 'The person’s face.',
}
const files = imageFields.map((name) => ({
  name,
  isRequired: missing.includes(name),
  description: `${fileNotes[name]} JPEG or PNG, at most 10 MB and 40 megapixels.`,
}))

const person = {
  country: 'SN',
  id_type: 'national_id',
  id_number: '1751199000042',
  first_name: 'Ndèye',
  last_name: 'Marabout',
  date_of_birth: '1990-01-01',
  external_ref: 'customer-4711',
}
const pending: VerificationJson = {
  id: 'ver_01kb5h3m9q7r2s4t6v8w0x1y2z',
  status: 'pending',
  country: 'SN',
  id_type: 'national_id',
  external_ref: 'customer-4711',
  created_at: '2026-11-21T09:30:00.000Z',
  completed_at: null,
  score: null,
}
const approved: VerificationJson = {
  ...pending,
  status: 'approved',
  completed_at: '2026-11-21T09:30:14.207Z',
}
const scored: VerificationJson = { ...approved, score: scoreExample }
const unscored: VerificationJson = {
  ...approved,
  metadata: { scoring_skipped: true, scoring_error: 'UNAVAILABLE' },
}
const declined: VerificationJson = {
  ...approved,
  status: 'declined',
  reasons: [reasonJson('face_mismatch')],
}
const reviewed: ListedVerificationJson = {
  ...declined,
  review: {
    state: 'closed',
    causes: ['declined'],
    outcome: 'overturned',
    reason_codes: ['same_person'],
    closed_at: '2026-11-21T10:05:00.000Z',
  },
}
const detail: VerificationDetailJson = {
  ...reviewed,
  id_type: 'passport',
  checks: [
    { check: 'document', result: 'passed' },
    { check: 'liveness', result: 'passed' },
    { check: 'face_match', result: 'failed' },
    { check: 'name', result: 'not_done', reason: 'nothing_read' },
    { check: 'date_of_birth', result: 'not_done', reason: 'nothing_read' },
    { check: 'id_number', result: 'not_done', reason: 'nothing_read' },
    { check: 'mrz_name', result: 'passed', reason: 'names_agree' },
    { check: 'mrz_date_of_birth', result: 'passed', reason: 'same' },
    { check: 'mrz_number', result: 'passed', reason: 'same' },
  ],
  document: {
    verdict: 'valid',
    source: 'front',
    format: 'TD3',
    document_code: 'P',
    issuing_state: 'SEN',
    number: 'A05482731',
    date_of_birth: '1991-02-03',
    expiry_date: '2033-06-14',
    findings: [],
  },
  smile_result: { ResultCode: '0811', ResultText: 'Unable to verify document' },
}
const pendingDetail: VerificationDetailJson = {
  ...pending,
  review: null,
  checks: [],
  document: null,
  smile_result: {},
}

const tag = 'Verifications'
const ofMarket = ['unsupported_country', 'unsupported_document'] as const

export const verificationDescriptions = {
  verifySandbox: {
    operationId: 'verifySandbox',
    tag,
    summary: 'Submit a verification in the sandbox',
    description:
      'For sandbox keys only. A request that passes validation is answered at once, with status 200 and a finished verification: approved, unless sandbox_outcome asks for another result. With sandbox_delay_seconds it is pending first (202) and is completed after that delay, webhook included, so that you can test polling. No document is examined, no identity provider is asked and nothing is billed. The same input always gives the same result and the same score.',
    request: {
      kind: 'json',
      schema: sandboxBodySchema,
      examples: {
        plain: person,
        scored: { ...person, score_requested: true },
        declined: { ...person, sandbox_outcome: 'face_mismatch' },
        pendingFirst: { ...person, sandbox_delay_seconds: 15 },
      },
    },
    answers: [
      {
        status: 200,
        description: 'The completed verification.',
        schema: verificationSchema,
        examples: { approved, scored, unscored, declined },
      },
      {
        status: 202,
        description: 'With sandbox_delay_seconds: the pending verification.',
        schema: verificationSchema,
        examples: { pending },
      },
    ],
    codes: ['wrong_environment', ...ofMarket],
  },
  verify: {
    operationId: 'verify',
    tag,
    summary: 'Submit a verification',
    description:
      'With a live key the check takes 10 to 30 seconds: poll every 3 seconds, at most 5 times, then wait for the webhook. With a sandbox key the answer comes at once with status 200, as in the sandbox. The personal details that you send are compared with the document. The whole request has at most 32 MB.',
    request: {
      kind: 'multipart',
      schema: liveFormSchema,
      files,
      examples: {
        plain: {
          country: 'SN',
          id_type: 'national_id',
          external_ref: 'customer-4711',
          score_requested: true,
          front_image: '(bytes of a JPEG)',
          selfie_image: '(bytes of a JPEG)',
        },
      },
    },
    answers: [
      {
        status: 200,
        description: 'With a sandbox key: the completed verification.',
        schema: verificationSchema,
        examples: { approved, scored },
      },
      {
        status: 202,
        description: 'With a live key, or with sandbox_delay_seconds: the pending verification.',
        schema: verificationSchema,
        examples: { pending },
      },
    ],
    codes: ['invalid_image', ...ofMarket],
  },
  list: {
    operationId: 'listVerifications',
    tag,
    summary: 'List verifications',
    description: 'Lists the verifications of the key’s environment, newest first.',
    query: verificationFilterShape,
    isPaged: true,
    answers: [
      {
        status: 200,
        description: 'A page of verifications.',
        schema: verificationListSchema,
        examples: { page: { items: [{ ...pending, review: null }, reviewed], next_cursor: null } },
      },
    ],
  },
  detail: {
    operationId: 'getVerification',
    tag,
    summary: 'Get a verification',
    description:
      'Returns one verification with its checks, the provider’s answer, and its score if one is attached. Reading is not metered, and neither is the score.',
    path: {
      id: { description: 'Id of a verification of the key’s environment.', example: detail.id },
    },
    answers: [
      {
        status: 200,
        description: 'The verification.',
        schema: verificationDetailSchema,
        examples: { declined: detail, pending: pendingDetail },
      },
    ],
    codes: ['not_found'],
  },
} as const satisfies Record<string, RouteDescription>
