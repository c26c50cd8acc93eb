// The live form: pictures are sealed while they arrive, looked at, and submitted with the fields; the
// answer is 202 and the rest is the job's (specification 4.2, rulings 4.3).

import type { RefusalCounter } from '../audit/refusals.ts'
import type { Config } from '../config.ts'
import type { SealingKey } from '../crypto/seal.ts'
import { evidenceBoundTo } from '../evidence/evidence-bound-to.ts'
import type { StagedFile } from '../evidence/evidence-files.ts'
import { assertScope } from '../http/authenticate.ts'
import { networkOf } from '../http/client-address.ts'
import type { Answer, ApiRequest } from '../http/endpoint.ts'
import type { Upload } from '../http/read-upload.ts'
import { AppError, type Fault, refuseFaults } from '../kernel/app-error.ts'
import type { Log } from '../kernel/log.ts'
import type { IdentityProvider } from '../providers/provider.ts'
import { type ImageField, imageFields, roleOfField } from './image-fields.ts'
import { type InspectNeeds, inspectImages } from './inspect-images.ts'
import { assertMaySubmit, assertTaken, type FindAuditRefusal } from './live-limits.ts'
import {
  type LiveSubmission,
  type SubmitNeeds,
  submitLiveVerification,
} from './submit-live-verification.ts'
import { parseFormSubmission } from './verification-input.ts'
import { verificationJson } from './verification-json.ts'

export type VerifyLiveNeeds = SubmitNeeds &
  InspectNeeds & {
    readonly config: Config
    readonly provider: IdentityProvider | undefined
    readonly log: Log
    readonly refusals: RefusalCounter
    readonly findAuditRefusal: FindAuditRefusal
  }

const providerRetryAfterSeconds = 3600

/** @throws AppError `unavailable` where no provider account is set; `rate_limited`; `invalid_request` and the like. */
export async function verifyLive(needs: VerifyLiveNeeds, request: ApiRequest) {
  if (!needs.provider) {
    throw new AppError(
      'unavailable',
      'No identity provider account is configured here, so only the sandbox is served. Tell the operator.',
      { retryAfterSeconds: providerRetryAfterSeconds },
    )
  }
  const { id: apiKeyId } = request.caller
  const submitter = { apiKeyId, isRepeat: () => request.isRepeat() }
  const { db, config: limits, clock, findAuditRefusal } = needs
  const asked = { db: db.reader, limits, nowMs: clock.now(), findAuditRefusal }
  await assertMaySubmit(asked, submitter)
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
        await submitLiveVerification(needs, asked, async (trx, made) => {
          await assertTaken(trx, limits, made)
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
  const parsed = parseFormSubmission(withoutWishes(upload.fields), rules)
  const idType = parsed.kind === 'valid' ? parsed.submission.idType : 'national_id'
  const { signal } = request
  const inspected = await inspectImages(needs, upload.files, { dataKey, idType, signal })
  const { images, faults, signatures } = inspected
  for (const signature of signatures) recordVirus(needs, request, signature)
  const all = [
    ...(parsed.kind === 'faulty' ? parsed.faults : []),
    ...faultsOfWishes(upload.fields),
    ...upload.faults,
    ...faults,
  ]
  if (parsed.kind === 'faulty' || all.length > 0) throw refuseFaults(all)
  if (parsed.submission.scoreRequested) assertScope(request.caller, 'score.get')
  signal.throwIfAborted()
  return { dataKey, submission: parsed.submission, images, apiKeyId: request.caller.id }
}

/** Logged at once; counted for the audit log, which many uploads of one client must not fill. */
function recordVirus(
  { log, refusals }: VerifyLiveNeeds,
  { requestId, caller, clientAddress }: ApiRequest,
  signature: string,
): void {
  log.warn('virus_found', { request_id: requestId, api_key_id: caller.id, reason: signature })
  refusals.count({
    action: 'api.virus_refused',
    reason: signature,
    actor: { kind: 'api_key', id: caller.id },
    subject: { kind: 'key', id: caller.id },
    network: networkOf(clientAddress),
  })
}

const sandboxFields = ['sandbox_outcome', 'sandbox_delay_seconds']

function withoutWishes(fields: Upload<StagedFile>['fields']): ReadonlyMap<string, string> {
  return new Map([...fields].filter(([name]) => !sandboxFields.includes(name)))
}

/** Whoever asks for an outcome believes to be in the sandbox; here a real check would be paid for. */
function faultsOfWishes(fields: Upload<StagedFile>['fields']): readonly Fault[] {
  return sandboxFields
    .filter((name) => (fields.get(name) ?? '') !== '')
    .map((param) => {
      const message = `${param} works with sandbox keys only. Leave it out in live.`
      return { param, code: 'invalid', message }
    })
}
