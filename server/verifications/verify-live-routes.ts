// The live form: pictures are sealed while they arrive, looked at, and submitted with the fields; the
// answer is 202 and the rest is the job's (specification 4.2, rulings 4.3).

import type { Config } from '../config.ts'
import type { SealingKey } from '../crypto/seal.ts'
import { evidenceBoundTo } from '../evidence/evidence-bound-to.ts'
import type { StagedFile } from '../evidence/evidence-files.ts'
import { assertScope } from '../http/authenticate.ts'
import type { Answer, ApiRequest } from '../http/endpoint.ts'
import type { Upload } from '../http/read-upload.ts'
import { AppError, type Fault, refuseFaults } from '../kernel/app-error.ts'
import type { IdentityProvider } from '../providers/provider.ts'
import { type ImageField, imageFields, roleOfField } from './image-fields.ts'
import { type InspectNeeds, inspectImages } from './inspect-images.ts'
import {
  type LiveSubmission,
  type SubmitNeeds,
  submitLiveVerification,
} from './submit-live-verification.ts'
import { parseFormSubmission } from './verification-input.ts'
import { verificationJson } from './verification-json.ts'

export type VerifyLiveNeeds = SubmitNeeds &
  InspectNeeds & { readonly config: Config; readonly provider: IdentityProvider | undefined }

const providerRetryAfterSeconds = 3600

/** @throws AppError `unavailable` where no provider account is set; `invalid_request` and the like. */
export async function verifyLive(needs: VerifyLiveNeeds, request: ApiRequest) {
  if (!needs.provider) {
    throw new AppError(
      'unavailable',
      'No identity provider account is configured here, so only the sandbox is served. Tell the operator.',
      { retryAfterSeconds: providerRetryAfterSeconds },
    )
  }
  const dataKey = needs.keyring.createDataKey()
  const upload = await request.upload({
    files: imageFields,
    openFile: (field) =>
      needs.files.openSink(dataKey, evidenceBoundTo(roleOfField[field as ImageField])),
  })
  return request.idempotently(async (remember) => {
    try {
      const asked = await accept(needs, request, dataKey, upload)
      const answer = (verification: Parameters<typeof verificationJson>[0]): Answer => ({
        status: 202,
        data: verificationJson(verification),
      })
      return answer(
        await submitLiveVerification(needs, asked, (trx, made) => {
          // The last moment: whoever left is not charged for a check whose id nobody learnt.
          request.signal.throwIfAborted()
          return remember(trx, answer(made))
        }),
      )
    } catch (error) {
      await needs.files.discard([...upload.files.values()].map(({ result }) => result))
      throw error
    }
  })
}

/** Everything that can be wrong with the request is found before any of it is refused. */
async function accept(
  needs: VerifyLiveNeeds,
  request: ApiRequest,
  dataKey: SealingKey,
  upload: Upload<StagedFile>,
): Promise<LiveSubmission> {
  const rules = { markets: needs.config.markets, nowMs: needs.clock.now() }
  const parsed = parseFormSubmission(withoutOutcome(upload.fields), rules)
  const idType = parsed.kind === 'valid' ? parsed.submission.idType : 'national_id'
  const { signal } = request
  const { images, faults } = await inspectImages(needs, upload.files, { dataKey, idType, signal })
  const all = [
    ...(parsed.kind === 'faulty' ? parsed.faults : []),
    ...faultsOfOutcome(upload.fields),
    ...upload.faults,
    ...faults,
  ]
  if (parsed.kind === 'faulty' || all.length > 0) throw refuseFaults(all)
  if (parsed.submission.scoreRequested) assertScope(request.caller, 'score.get')
  signal.throwIfAborted()
  return { dataKey, submission: parsed.submission, images, apiKeyId: request.caller.id }
}

const outcomeField = 'sandbox_outcome'

function withoutOutcome(fields: Upload<StagedFile>['fields']): ReadonlyMap<string, string> {
  return new Map([...fields].filter(([name]) => name !== outcomeField))
}

/** Whoever asks for an outcome believes to be in the sandbox; here a real check would be paid for. */
function faultsOfOutcome(fields: Upload<StagedFile>['fields']): readonly Fault[] {
  if (!fields.has(outcomeField)) return []
  const message = 'sandbox_outcome works with sandbox keys only. Leave it out in live.'
  return [{ param: outcomeField, code: 'invalid', message }]
}
