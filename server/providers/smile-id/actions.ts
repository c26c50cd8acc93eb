// The single steps of a check (`Actions`) as Smile ID reports them: which of them decide, what their
// values say, and how a human's look replaces a machine's. Pure; facts from its client libraries.

import type { CheckResult } from '../provider.ts'
import type { Actions } from './protocol.ts'

/** `waiting`: nobody has decided yet. `unknown`: a word that we have not seen. */
type ActionMeaning = 'good' | 'bad' | 'not_done' | 'waiting' | 'unknown'

/** Lower case: an old build misspelled the case of some. */
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

/** Steps that say nothing about the document or the face: enrolment, and whether readings are returned. */
const withoutWeight: ReadonlySet<string> = new Set([
  'Register_Selfie',
  'Return_Personal_Info',
  'Selfie_Provided',
  'Update_Registered_Selfie_On_File',
  'Human_Review_Update_Selfie',
])

/** A machine's step and the human one that settles it; the machine's keeps its old value afterwards. */
const humanTwin: Readonly<Record<string, string>> = {
  Document_Check: 'Human_Review_Document_Check',
  Verify_Document: 'Human_Review_Document_Check',
  Liveness_Check: 'Human_Review_Liveness_Check',
  Selfie_Check: 'Human_Review_Selfie_Check',
  Selfie_To_ID_Card_Compare: 'Human_Review_Compare',
}

/** Steps without which an approval means nothing. Liveness is not one: we send a single selfie. */
const indispensable: readonly string[] = ['Document_Check', 'Selfie_To_ID_Card_Compare']

export interface Checks {
  readonly document: CheckResult
  readonly liveness: CheckResult
  readonly faceMatch: CheckResult
}

export function checksOf(actions: Actions): Checks {
  const document = checkOf(actions, 'Document_Check')
  return {
    // Verify_Document is the verdict on everything, faces included; it stands in where nothing else does.
    document: document === 'not_done' ? checkOf(actions, 'Verify_Document') : document,
    liveness: checkOf(actions, 'Liveness_Check'),
    faceMatch: checkOf(actions, 'Selfie_To_ID_Card_Compare'),
  }
}

/** Whether this step, or its human twin, was failed by anyone. */
export function hasFailed(actions: Actions, name: string): boolean {
  const twin = humanTwin[name]
  return isBad(actions, name) || (twin !== undefined && isBad(actions, twin))
}

/**
 * What speaks against an approval that the result code claims: a step that failed or stayed undecided,
 * or an indispensable one left out (`contradictory`), or a value that we do not know (`unknown`). With
 * no word against it an approval still has to be founded: document and faces were found good.
 */
export function objectionToApproval(actions: Actions): 'contradictory' | 'unknown' | undefined {
  const weighty = [...actions.keys()].filter((name) => !withoutWeight.has(name))
  if (weighty.some((name) => speaksAgainst(actions, name))) return 'contradictory'
  if (weighty.some((name) => meaningOfStep(actions, name) === 'unknown')) return 'unknown'
  const { document, faceMatch } = checksOf(actions)
  return document === 'passed' && faceMatch === 'passed' ? undefined : 'contradictory'
}

function speaksAgainst(actions: Actions, name: string): boolean {
  const meaning = meaningOfStep(actions, name)
  if (meaning === 'bad') return true
  const twin = humanTwin[name]
  const settledByHuman = twin !== undefined && meaningOfStep(actions, twin) === 'good'
  if (meaning === 'waiting') return !settledByHuman
  const leftOut = actions.get(name)?.trim().toLowerCase() === 'not done'
  return leftOut && indispensable.includes(name) && !settledByHuman
}

function isBad(actions: Actions, name: string): boolean {
  return meaningOfStep(actions, name) === 'bad'
}

/** A step that is missing does not apply. */
function meaningOfStep(actions: Actions, name: string): ActionMeaning {
  const value = actions.get(name)
  if (value === undefined) return 'not_done'
  const key = value.trim().toLowerCase()
  return Object.hasOwn(meanings, key) ? (meanings[key] ?? 'unknown') : 'unknown'
}

/** The human's word where there is one, else the machine's. */
function checkOf(actions: Actions, name: string): CheckResult {
  const twin = humanTwin[name]
  const words = [
    twin === undefined ? 'not_done' : meaningOfStep(actions, twin),
    meaningOfStep(actions, name),
  ]
  const settled = words.find((word) => word === 'good' || word === 'bad')
  if (settled === undefined) return 'not_done'
  return settled === 'good' ? 'passed' : 'failed'
}
