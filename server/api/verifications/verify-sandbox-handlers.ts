// Receives sandbox verifications in two ways: as JSON on their own endpoint, and through the live form with a sandbox
// key, so that going live changes only the key (specification 4.1, rulings 4.2 and 4.3).

import type { Config } from '../../config.ts'
import type { Answer } from '../../http/answer.ts'
import { typeProbe } from '../../images/header/type-probe.ts'
import { AppError, type Fault, refuseFaults } from '../../kernel/app-error.ts'
import type { FindIntakeRefusal } from '../../verifications/live-limits/live-limits.ts'
import { faultsOfTriggers } from '../../verifications/sandbox/sandbox-triggers.ts'
import {
  faultOfImage,
  faultsOfMissingFiles,
  imageFields,
} from '../../verifications/submission/image-fields.ts'
import {
  type SandboxNeeds,
  submitSandboxVerification,
} from '../../verifications/submission/submit-sandbox-verification.ts'
import type { ApiRequest } from '../api-route.ts'
import { assertScope } from '../authenticate.ts'
import {
  type ParsedSubmission,
  parseFormSubmission,
  parseSandboxSubmission,
} from './submission-input.ts'
import { verificationJson } from './verification-json.ts'

export type VerifySandboxNeeds = SandboxNeeds & {
  readonly config: Config
  readonly findIntakeRefusal: FindIntakeRefusal
}

/** @throws AppError `wrong_environment` for a live key; `unavailable`; `invalid_request` with every fault. */
export async function verifySandboxJson(needs: VerifySandboxNeeds, request: ApiRequest) {
  if (request.apiKey.environment !== 'sandbox') {
    throw new AppError(
      'wrong_environment',
      'The sandbox takes sandbox keys. Send live verifications to POST /v1/kyc/verify.',
    )
  }
  const body = await request.json()
  const parse = () => parseSandboxSubmission(body, rulesOf(needs))
  return answerOnce(needs, request, { fields: body, parse, faultsOfFiles: [] })
}

/** Checks only the type of the images and discards them. */
export async function verifySandboxForm(needs: VerifySandboxNeeds, request: ApiRequest) {
  const upload = await request.upload({ files: imageFields, openFile: typeProbe })
  const wrongTypes = imageFields.flatMap((field) => {
    const flaw = upload.files.get(field)?.result
    return flaw === undefined ? [] : [faultOfImage(field, flaw)]
  })
  const faultsOfFiles = [
    ...upload.faults,
    ...faultsOfMissingFiles(new Set(upload.files.keys()), upload.unknownFiles),
    ...wrongTypes,
  ]
  const parse = () => parseFormSubmission(upload.fields, rulesOf(needs))
  const fields = Object.fromEntries(upload.fields)
  return answerOnce(needs, request, { fields, parse, faultsOfFiles })
}

interface SandboxRequest {
  readonly fields: Readonly<Record<string, unknown>>
  readonly parse: () => ParsedSubmission
  readonly faultsOfFiles: readonly Fault[]
}

function answerOnce(
  needs: VerifySandboxNeeds,
  request: ApiRequest,
  { fields, parse, faultsOfFiles }: SandboxRequest,
) {
  return request.idempotently(async (saveResponse) => {
    const refusal = needs.findIntakeRefusal()
    if (refusal !== undefined) throw refusal
    const parsed = parse()
    const parseFaults = parsed.kind === 'faulty' ? parsed.faults : []
    const triggers = faultsOfTriggers(fields).filter(
      ({ param }) => !parseFaults.some((fault) => fault.param === param),
    )
    const faults = [...parseFaults, ...triggers, ...faultsOfFiles]
    if (parsed.kind === 'faulty' || faults.length > 0) throw refuseFaults(faults)
    if (parsed.submission.scoreRequested) assertScope(request.apiKey, 'score.get')
    const submission = { submission: parsed.submission, apiKeyId: request.apiKey.id }
    let answer: Answer | undefined
    await submitSandboxVerification(needs, submission, (trx, verification) => {
      answer = {
        status: verification.status === 'pending' ? 202 : 200,
        data: verificationJson(verification),
      }
      return saveResponse(trx, answer)
    })
    if (answer === undefined) throw new Error('a submission was not stored')
    return answer
  })
}

function rulesOf(needs: VerifySandboxNeeds) {
  return { markets: needs.config.markets, nowMs: needs.clock.now() }
}
