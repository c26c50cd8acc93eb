// The results of one job in the order in which they are issued: sometimes a provisional one, then
// the final one. Pure: the same job gives the same results, before and after a restart.

import { toIso } from '../../kernel/clock.ts'
import { type SmileCredentials, sign } from '../../providers/smile-id/signature.ts'
import { documentReading } from './document-reading.ts'
import { finalRecipes, provisionalRecipe, type ResultRecipe } from './document-results.ts'
import type { Processing, ResultStage, SimulatedJob } from './job.ts'
import { selfieRecipe } from './selfie-results.ts'

export interface IssuedResult {
  readonly stage: ResultStage
  readonly issuedAtMs: number
  readonly success: boolean
  /** The result object (reference 5.2) without its signature. */
  readonly fields: Readonly<Record<string, unknown>>
}

/**
 * Returns every result that the job will ever have, earliest first; empty before its zip is
 * uploaded.
 */
function resultsOf(job: SimulatedJob): readonly IssuedResult[] {
  const { processing } = job
  if (processing === undefined) return []
  const stages: readonly [ResultStage, number | undefined][] = [
    ['provisional', processing.provisionalAtMs],
    ['final', processing.finalAtMs],
  ]
  return stages.flatMap(([stage, issuedAtMs]) =>
    issuedAtMs === undefined ? [] : [issue(job, processing, { stage, issuedAtMs })],
  )
}

/** Milliseconds from the final result to that of the search for fraud. Our choice. */
const searchDelayMs = 5_000

/** Returns what the job's callbacks bring, earliest first: its results, and that of the search for fraud. */
export function callbacksOf(job: SimulatedJob): readonly IssuedResult[] {
  const results = resultsOf(job)
  const { outcome, finalAtMs } = job.processing ?? {}
  if (outcome !== 'fraud_found_later' || finalAtMs === undefined) return results
  const fields = {
    SmileJobID: job.smileJobId,
    ResultCode: '5211',
    ResultText: 'Suspect Users Found',
    PartnerParams: job.partnerParams,
    Antifraud: { SuspectUsers: [{ user_id: 'another-user', reason: 'same-person' }] },
  }
  const issuedAtMs = finalAtMs + searchDelayMs
  return [...results, { stage: 'search', issuedAtMs, success: true, fields }]
}

/** Returns the results issued until `nowMs`. */
export function resultsIssuedBy(job: SimulatedJob, nowMs: number): readonly IssuedResult[] {
  return resultsOf(job).filter((result) => result.issuedAtMs <= nowMs)
}

/** Returns the fields with the partner's signature over `signedAtMs` (reference 2). */
export function signed(
  credentials: SmileCredentials,
  fields: Readonly<Record<string, unknown>>,
  signedAtMs: number,
): Readonly<Record<string, unknown>> {
  const timestamp = toIso(signedAtMs)
  return { ...fields, timestamp, signature: sign(credentials, timestamp) }
}

function issue(
  job: SimulatedJob,
  processing: Processing,
  when: { readonly stage: ResultStage; readonly issuedAtMs: number },
): IssuedResult {
  const recipe = recipeFor(job, processing, when.stage)
  return {
    ...when,
    success: recipe.success,
    fields: {
      SmileJobID: job.smileJobId,
      ResultCode: recipe.code,
      ResultText: recipe.text,
      PartnerParams: job.partnerParams,
      ...(recipe.isProvisional ? { IsFinalResult: 'false' } : {}),
      Actions: actionsFor(job, recipe),
      ...personalFields(job, processing, recipe, when.issuedAtMs),
      ...(recipe.antifraud === undefined ? {} : { Antifraud: recipe.antifraud }),
    },
  }
}

function recipeFor(job: SimulatedJob, processing: Processing, stage: ResultStage): ResultRecipe {
  if (job.jobType !== 6 && job.jobType !== 11) {
    return selfieRecipe(job.jobType, processing.outcome, stage)
  }
  return stage === 'provisional' ? provisionalRecipe : finalRecipes[processing.outcome]
}

/** Adds the check with the document's issuer for the enhanced document job. */
function actionsFor(job: SimulatedJob, recipe: ResultRecipe): Readonly<Record<string, string>> {
  if (job.jobType !== 11 || recipe.isProvisional) return recipe.actions
  if (Object.keys(recipe.actions).length === 0) return recipe.actions
  return { ...recipe.actions, Verify_ID_Number: recipe.success ? 'Verified' : 'Not Verified' }
}

function personalFields(
  job: SimulatedJob,
  processing: Processing,
  recipe: ResultRecipe,
  issuedAtMs: number,
): Readonly<Record<string, string>> {
  const { identity } = processing
  if (recipe.reading !== undefined) {
    return documentReading(job, processing, recipe.reading, issuedAtMs)
  }
  const { country } = identity
  if (country === undefined) return {}
  const unread = recipe.code === '0812' || recipe.code === '0816'
  return {
    Country: country,
    IDType: unread ? 'Not Available' : (identity.idType ?? 'Not Available'),
  }
}
