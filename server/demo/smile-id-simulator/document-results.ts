// The results of document jobs (types 6 and 11): a recipe for each outcome, after the examples of
// reference 5.4. Data only.

import type { ReadingKind } from './document-reading.ts'
import type { OutcomeName } from './job.ts'

export interface ResultRecipe {
  readonly code: string
  readonly text: string
  /** `job_success` of job_status. */
  readonly success: boolean
  readonly actions: Readonly<Record<string, string>>
  /** Absent where a result carries no personal fields. */
  readonly reading?: ReadingKind
  readonly isProvisional?: boolean
  /** What the search for fraud found (reference 5.2). */
  readonly antifraud?: object
}

const passed = {
  Liveness_Check: 'Passed',
  Document_Check: 'Passed',
  Verify_Document: 'Passed',
  Selfie_To_ID_Card_Compare: 'Completed',
  Human_Review_Compare: 'Not Applicable',
  Human_Review_Liveness_Check: 'Not Applicable',
  Return_Personal_Info: 'Returned',
  Register_Selfie: 'Approved',
}

/** After a human review the machine's own value stays as it was (reference 5.3). */
const passedByPerson = {
  ...passed,
  Document_Check: 'Sent to Human Review',
  Human_Review_Document_Check: 'Passed',
}

const failed = {
  Liveness_Check: 'Passed',
  Document_Check: 'Passed',
  Verify_Document: 'Failed',
  Selfie_To_ID_Card_Compare: 'Completed',
  Return_Personal_Info: 'Not Returned',
  Register_Selfie: 'Rejected',
}

const facesDiffer = {
  ...failed,
  Selfie_To_ID_Card_Compare: 'Failed',
  Human_Review_Compare: 'Failed',
}

const nothingDone = {
  ...failed,
  Liveness_Check: 'Not Done',
  Document_Check: 'Not Done',
  Selfie_To_ID_Card_Compare: 'Not Done',
}

const nothingApplies = Object.fromEntries(
  Object.keys(passed).map((name) => [name, 'Not Applicable']),
)

const verified = { code: '0810', text: 'Document Verified', success: true, actions: passed }
const refused = (text: string, actions: Readonly<Record<string, string>>): ResultRecipe => ({
  code: '0811',
  text: `Unable to verify document - ${text}`,
  success: false,
  actions,
})
const broken = (code: string, text: string): ResultRecipe => ({
  code,
  text,
  success: false,
  actions: {},
})

const approvedByPerson: ResultRecipe = {
  ...verified,
  text: 'Document Verified After Human Review',
  actions: passedByPerson,
  reading: 'stated',
}
const declinedForFace = refused('selfie and ID photo differ', facesDiffer)

/**
 * The first result where a human review follows; that type 6 uses this code is an assumption
 * (reference 5.4, 7).
 */
export const provisionalRecipe: ResultRecipe = {
  code: '0814',
  text: 'Provisional - under review',
  success: false,
  isProvisional: true,
  actions: {
    Liveness_Check: 'Under Review',
    Document_Check: 'Sent to Human Review',
    Human_Review_Document_Check: 'Under Review',
    Selfie_To_ID_Card_Compare: 'Provisionally Approved',
    Register_Selfie: 'Provisionally Approved',
  },
}

export const finalRecipes: Readonly<Record<OutcomeName, ResultRecipe>> = {
  approved: { ...verified, reading: 'stated' },
  provisional_then_approved: approvedByPerson,
  provisional_then_declined: declinedForFace,
  provisional_for_ever: provisionalRecipe,
  declined: declinedForFace,
  declined_document: refused('document security features are missing', {
    ...failed,
    Document_Check: 'Failed',
  }),
  declined_liveness: refused('liveness check failed', { ...failed, Liveness_Check: 'Failed' }),
  other_name_read: { ...verified, reading: 'other_name' },
  document_expired: {
    ...verified,
    code: '0817',
    text: 'Document Verified - document has expired',
    reading: 'expired',
  },
  unreadable: {
    ...refused('could not be classified', nothingDone),
    code: '0812',
  },
  not_accepted: {
    ...refused('document type is not accepted', nothingDone),
    code: '0816',
  },
  job_failed: broken('0001', 'ID Card image unusable'),
  contradiction: {
    ...verified,
    actions: { ...passed, Selfie_To_ID_Card_Compare: 'Failed' },
    reading: 'stated',
  },
  no_actions: { ...verified, actions: {}, reading: 'stated' },
  not_applicable: { ...verified, actions: nothingApplies, reading: 'stated' },
  face_not_compared: {
    ...verified,
    actions: { Document_Check: 'Passed', Verify_Document: 'Passed' },
    reading: 'stated',
  },
  success_flag_disagrees: { ...verified, success: false, reading: 'stated' },
  unknown_code: { ...verified, code: '0899', text: 'Document Looked At', reading: 'stated' },
  unknown_action: {
    ...verified,
    actions: { ...passed, Verify_Document: 'Pondered', Hologram_Check: 'Pondered' },
    reading: 'stated',
  },
  nothing_read: { ...verified, reading: 'not_available' },
  fraud_suspected: {
    ...verified,
    reading: 'stated',
    antifraud: {
      summary: { fraud_detected: true, fraud_sources: ['smile_secure'] },
      smile_secure: {
        ResultCode: '5211',
        ResultText: 'Suspect Users Found',
        SuspectUsers: [{ user_id: 'another-user', reasons: ['same-person'] }],
      },
    },
  },
  fraud_found_later: { ...verified, reading: 'stated' },
  wallet_empty: broken('2222', 'Insufficient balance in wallet'),
  front_unusable: broken('0001', 'ID Card image unusable'),
  selfie_unusable: broken('0001', 'Selfie image unusable'),
  zip_corrupt: broken('0903', 'Zip file is corrupt'),
  package_malformed: broken('2203', 'info.json is badly structured'),
}
