// Interprets the single steps of a check (`Actions`) as Smile ID reports them: which steps decide,
// what their values mean, and how a human review overrides the machine. Pure; facts from its client
// libraries.

import type { CheckResult } from '../provider.ts'
import type { Actions } from './protocol.ts'

/** `waiting`: not decided yet. `unknown`: a value that we have not seen before. */
type ActionMeaning = 'good' | 'bad' | 'not_done' | 'waiting' | 'unknown'

/** In lower case, because an old build varied the case of some. */
const meanings: Readonly<Record<string, ActionMeaning>> = {
  passed: 'good',
  completed: 'good',
  approved: 'good',
  verified: 'good',
  returned: 'good',
  failed: 'bad',
  rejected: 'bad',
  'not verified': 'bad',
  'not returned': 'bad',
  'not applicable': 'not_done',
  'not done': 'not_done',
  'issuer unavailable': 'not_done',
  'id authority photo not available': 'not_done',
  'under review': 'waiting',
  'sent to human review': 'waiting',
  'provisionally approved': 'waiting',
  'unable to determine': 'waiting',
}

/**
 * Steps that say nothing about the document or the face: enrolment, and whether readings are
 * returned.
 */
const ignoredSteps: ReadonlySet<string> = new Set([
  'Register_Selfie',
  'Return_Personal_Info',
  'Selfie_Provided',
  'Update_Registered_Selfie_On_File',
  'Human_Review_Update_Selfie',
])

/**
 * Each machine step and the human review that overrides it; the machine step keeps its old value
 * afterwards.
 */
const humanReviewOf: Readonly<Record<string, string>> = {
  Document_Check: 'Human_Review_Document_Check',
  Verify_Document: 'Human_Review_Document_Check',
  Liveness_Check: 'Human_Review_Liveness_Check',
  Selfie_Check: 'Human_Review_Selfie_Check',
  Selfie_To_ID_Card_Compare: 'Human_Review_Compare',
}

/** Steps that an approval requires. Liveness is not one: we send a single selfie. */
const requiredSteps: readonly string[] = ['Document_Check', 'Selfie_To_ID_Card_Compare']

interface Checks {
  readonly document: CheckResult
  readonly liveness: CheckResult
  readonly faceMatch: CheckResult
}

export function smileChecksOf(actions: Actions): Checks {
  const document = checkOf(actions, 'Document_Check')
  return {
    // Verify_Document is the overall verdict, faces included; it is used where there is no
    // Document_Check.
    document: document === 'not_done' ? checkOf(actions, 'Verify_Document') : document,
    liveness: checkOf(actions, 'Liveness_Check'),
    faceMatch: checkOf(actions, 'Selfie_To_ID_Card_Compare'),
  }
}

/** Whether this step failed; its human review counts before it. */
export function hasFailed(actions: Actions, name: string): boolean {
  return checkOf(actions, name) === 'failed'
}

/**
 * Returns the objection to an approval that the result code claims: a step that failed or is
 * undecided, or a required one that was left out (`contradictory`), or an unknown value
 * (`unknown`). Without objections an approval still needs a passed document check and face match;
 * else it is `contradictory`.
 */
export function objectionToApproval(actions: Actions): 'contradictory' | 'unknown' | undefined {
  const decidingSteps = [...actions.keys()].filter((name) => !ignoredSteps.has(name))
  if (decidingSteps.some((name) => isObjection(actions, name))) return 'contradictory'
  if (decidingSteps.some((name) => meaningOfStep(actions, name) === 'unknown')) return 'unknown'
  const { document, faceMatch } = smileChecksOf(actions)
  return document === 'passed' && faceMatch === 'passed' ? undefined : 'contradictory'
}

function isObjection(actions: Actions, name: string): boolean {
  const meaning = meaningOfStep(actions, name)
  if (meaning === 'bad') return true
  const humanReview = humanReviewOf[name]
  const settledByHuman = humanReview !== undefined && meaningOfStep(actions, humanReview) === 'good'
  if (meaning === 'waiting') return !settledByHuman
  const leftOut = actions.get(name)?.trim().toLowerCase() === 'not done'
  return leftOut && requiredSteps.includes(name) && !settledByHuman
}

/** A missing step counts as not done. */
function meaningOfStep(actions: Actions, name: string): ActionMeaning {
  const value = actions.get(name)
  if (value === undefined) return 'not_done'
  const key = value.trim().toLowerCase()
  return Object.hasOwn(meanings, key) ? (meanings[key] ?? 'unknown') : 'unknown'
}

/** Returns the human review's result where there is one, else the machine's. */
function checkOf(actions: Actions, name: string): CheckResult {
  const humanReview = humanReviewOf[name]
  const words = [
    humanReview === undefined ? 'not_done' : meaningOfStep(actions, humanReview),
    meaningOfStep(actions, name),
  ]
  const settled = words.find((word) => word === 'good' || word === 'bad')
  if (settled === undefined) return 'not_done'
  return settled === 'good' ? 'passed' : 'failed'
}
