// The sandbox's two doors: its own JSON endpoint, and the live form called with a sandbox key, so that
// going live changes the key and nothing else (specification 4.1, rulings 4.2 and 4.3).

import type { Config } from '../config.ts'
import { typeProbe } from '../evidence/type-probe.ts'
import { assertScope } from '../http/authenticate.ts'
import type { Answer, ApiRequest } from '../http/endpoint.ts'
import { AppError, type Fault, refuseFaults } from '../kernel/app-error.ts'
import { faultOfImage, faultsOfMissingFiles, imageFields } from './image-fields.ts'
import { type SandboxNeeds, submitSandboxVerification } from './submit-sandbox-verification.ts'
import {
  type ParsedSubmission,
  parseFormSubmission,
  parseSandboxSubmission,
} from './verification-input.ts'
import { verificationJson } from './verification-json.ts'

export interface VerifySandboxNeeds extends SandboxNeeds {
  readonly config: Config
}

/** @throws AppError `wrong_environment` for a live key; `invalid_request` with every fault. */
export async function verifySandboxJson(needs: VerifySandboxNeeds, request: ApiRequest) {
  if (request.caller.environment !== 'sandbox') {
    throw new AppError(
      'wrong_environment',
      'The sandbox takes sandbox keys. Send live verifications to POST /v1/kyc/verify.',
    )
  }
  const body = await request.json()
  return answerOnce(needs, request, () => parseSandboxSubmission(body, rulesOf(needs)), [])
}

/** The pictures are looked at for their type and dropped. */
export async function verifySandboxForm(needs: VerifySandboxNeeds, request: ApiRequest) {
  const upload = await request.upload({ files: imageFields, openFile: typeProbe })
  const wrongTypes = imageFields
    .filter((field) => upload.files.has(field) && !upload.files.get(field)?.result)
    .map((field) => faultOfImage(field, 'is not a JPEG or PNG picture.'))
  const faults = [
    ...upload.faults,
    ...faultsOfMissingFiles(new Set(upload.files.keys())),
    ...wrongTypes,
  ]
  return answerOnce(
    needs,
    request,
    () => parseFormSubmission(upload.fields, rulesOf(needs)),
    faults,
  )
}

function answerOnce(
  needs: VerifySandboxNeeds,
  request: ApiRequest,
  parse: () => ParsedSubmission,
  faultsOfFiles: readonly Fault[],
) {
  return request.idempotently(async (remember) => {
    const parsed = parse()
    const faults = [...(parsed.kind === 'faulty' ? parsed.faults : []), ...faultsOfFiles]
    if (parsed.kind === 'faulty' || faults.length > 0) throw refuseFaults(faults)
    if (parsed.submission.scoreRequested) assertScope(request.caller, 'score.get')
    const asked = { submission: parsed.submission, apiKeyId: request.caller.id }
    const answer = (verification: Parameters<typeof verificationJson>[0]): Answer => ({
      status: 200,
      data: verificationJson(verification),
    })
    return answer(
      await submitSandboxVerification(needs, asked, (trx, made) => remember(trx, answer(made))),
    )
  })
}

function rulesOf(needs: VerifySandboxNeeds) {
  return { markets: needs.config.markets, nowMs: needs.clock.now() }
}
