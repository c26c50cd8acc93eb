// The sandbox's two doors: its own JSON endpoint, and the live form called with a sandbox key, so that
// going live changes the key and nothing else (specification 4.1, rulings 4.2 and 4.3).

import type { Config } from '../config.ts'
import { typeProbe } from '../evidence/type-probe.ts'
import { assertScope } from '../http/authenticate.ts'
import type { Answer, ApiRequest } from '../http/endpoint.ts'
import { AppError, type Fault, refuseFaults } from '../kernel/app-error.ts'
import { faultOfImage, faultsOfMissingFiles, imageFields } from './image-fields.ts'
import type { FindAuditRefusal } from './live-limits.ts'
import { faultsOfWishes } from './sandbox-wishes.ts'
import { type SandboxNeeds, submitSandboxVerification } from './submit-sandbox-verification.ts'
import {
  type ParsedSubmission,
  parseFormSubmission,
  parseSandboxSubmission,
} from './verification-input.ts'
import { verificationJson } from './verification-json.ts'

export interface VerifySandboxNeeds extends SandboxNeeds {
  readonly config: Config
  readonly findAuditRefusal: FindAuditRefusal
}

/** @throws AppError `wrong_environment` for a live key; `unavailable`; `invalid_request` with every fault. */
export async function verifySandboxJson(needs: VerifySandboxNeeds, request: ApiRequest) {
  if (request.caller.environment !== 'sandbox') {
    throw new AppError(
      'wrong_environment',
      'The sandbox takes sandbox keys. Send live verifications to POST /v1/kyc/verify.',
    )
  }
  const body = await request.json()
  const parse = () => parseSandboxSubmission(body, rulesOf(needs))
  return answerOnce(needs, request, { fields: body, parse, faultsOfFiles: [] })
}

/** The pictures are looked at for their type and dropped. */
export async function verifySandboxForm(needs: VerifySandboxNeeds, request: ApiRequest) {
  const upload = await request.upload({ files: imageFields, openFile: typeProbe })
  const wrongTypes = imageFields
    .filter((field) => upload.files.has(field) && !upload.files.get(field)?.result)
    .map((field) => faultOfImage(field, 'is not a JPEG or PNG picture.'))
  const faultsOfFiles = [
    ...upload.faults,
    ...faultsOfMissingFiles(new Set(upload.files.keys())),
    ...wrongTypes,
  ]
  const parse = () => parseFormSubmission(upload.fields, rulesOf(needs))
  const fields = Object.fromEntries(upload.fields)
  return answerOnce(needs, request, { fields, parse, faultsOfFiles })
}

interface Asked {
  readonly fields: Readonly<Record<string, unknown>>
  readonly parse: () => ParsedSubmission
  readonly faultsOfFiles: readonly Fault[]
}

function answerOnce(
  needs: VerifySandboxNeeds,
  request: ApiRequest,
  { fields, parse, faultsOfFiles }: Asked,
) {
  return request.idempotently(async (remember) => {
    const refusal = needs.findAuditRefusal()
    if (refusal !== undefined) throw refusal
    const parsed = parse()
    const told = parsed.kind === 'faulty' ? parsed.faults : []
    const wishes = faultsOfWishes(fields).filter(
      ({ param }) => !told.some((fault) => fault.param === param),
    )
    const faults = [...told, ...wishes, ...faultsOfFiles]
    if (parsed.kind === 'faulty' || faults.length > 0) throw refuseFaults(faults)
    if (parsed.submission.scoreRequested) assertScope(request.caller, 'score.get')
    const asked = { submission: parsed.submission, apiKeyId: request.caller.id }
    const answer = (verification: Parameters<typeof verificationJson>[0]): Answer => ({
      status: verification.status === 'pending' ? 202 : 200,
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
