// The results of jobs without a document (types 1, 2 and 4), where the same codes mean other things
// (reference 6.2). Only yes, no and undecided.

import { finalRecipes, provisionalRecipe, type ResultRecipe } from './document-results.ts'
import type { JobType, OutcomeName, ResultStage } from './job.ts'

type SelfieJobType = Exclude<JobType, 6 | 11>

interface SelfieCodes {
  readonly approved: string
  readonly declined: string
  readonly provisional: string
  readonly approvedByPerson: string
  readonly declinedByPerson: string
}

const codes: Readonly<Record<SelfieJobType, SelfieCodes>> = {
  1: {
    approved: '0810',
    declined: '0811',
    provisional: '0814',
    approvedByPerson: '1210',
    declinedByPerson: '1211',
  },
  2: {
    approved: '0820',
    declined: '0821',
    provisional: '0824',
    approvedByPerson: '1220',
    declinedByPerson: '1221',
  },
  4: {
    approved: '0840',
    declined: '0841',
    provisional: '0844',
    approvedByPerson: '1240',
    declinedByPerson: '1241',
  },
}

/** Outcomes of documents only count here as the yes or no that they end in. */
export function selfieRecipe(
  jobType: SelfieJobType,
  outcome: OutcomeName,
  stage: ResultStage,
): ResultRecipe {
  const ofType = codes[jobType]
  if (stage === 'provisional') {
    return { ...provisionalRecipe, code: ofType.provisional, actions: waitingActions }
  }
  const final = finalRecipes[outcome]
  if (Object.keys(final.actions).length === 0) return final
  const byPerson =
    outcome === 'provisional_then_approved' || outcome === 'provisional_then_declined'
  if (final.success) {
    const code = byPerson ? ofType.approvedByPerson : ofType.approved
    return { code, text: 'Enroll User', success: true, actions: approvedActions }
  }
  const code = byPerson ? ofType.declinedByPerson : ofType.declined
  return { code, text: 'Failed Enroll', success: false, actions: declinedActions }
}

const approvedActions = { Liveness_Check: 'Passed', Register_Selfie: 'Approved' }
const declinedActions = { Liveness_Check: 'Failed', Register_Selfie: 'Rejected' }
const waitingActions = {
  Liveness_Check: 'Under Review',
  Register_Selfie: 'Provisionally Approved',
}
