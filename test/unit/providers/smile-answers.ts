// Status answers of Smile ID as the tests need them: a few words of theirs around what a case is about.

import {
  parseStatusAnswer,
  type StatusAnswer,
} from '../../../server/providers/smile-id/protocol.ts'

/** 21 November 2026. */
export const nowMs = Date.UTC(2026, 10, 21, 10, 15)

export const allPassed = {
  Liveness_Check: 'Passed',
  Document_Check: 'Passed',
  Verify_Document: 'Passed',
  Selfie_To_ID_Card_Compare: 'Completed',
  Return_Personal_Info: 'Returned',
  Register_Selfie: 'Approved',
} as const

/** A finished job with this result; `envelope` overrules what stands around it. */
export function statusOf(result: unknown, envelope: Record<string, unknown> = {}): StatusAnswer {
  const answer = parseStatusAnswer({
    timestamp: '2026-11-21T10:15:00.000Z',
    signature: 'not looked at here',
    code: '2302',
    job_complete: true,
    result,
    ...envelope,
  })
  if (answer === undefined) throw new Error('the envelope of the test is no object')
  return answer
}
