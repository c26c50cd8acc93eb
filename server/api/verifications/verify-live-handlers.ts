// Receives the live form: encrypts the images and checks their structure while they arrive, submits them with the
// fields, and answers 202; the job does the rest (specification 4.2, rulings 4.3).

import type { RefusalCounter } from '../../audit/refusals.ts'
import type { Config } from '../../config.ts'
import type { EncryptionKey } from '../../crypto/encrypt.ts'
import { prepareUndici } from '../../egress/undici.ts'
import type { Answer } from '../../http/answer.ts'
import { networkOf } from '../../http/client-address.ts'
import type { Upload } from '../../http/uploads/read-upload.ts'
import { type AdmittedFile, admittingSink } from '../../images/admission/admitting-sink.ts'
import { imageBinding } from '../../images/storage/image-binding.ts'
import { AppError, type Fault, refuseFaults } from '../../kernel/app-error.ts'
import type { Log } from '../../kernel/log.ts'
import { localProvider } from '../../providers/local/local-provider.ts'
import type { IdentityProvider } from '../../providers/provider.ts'
import { type InspectNeeds, inspectImages } from '../../verifications/inspect-images.ts'
import {
  assertMaySubmit,
  assertWithinLimits,
  type FindIntakeRefusal,
} from '../../verifications/live-limits/live-limits.ts'
import {
  faultsOfMissingFiles,
  type ImageField,
  imageFields,
  roleOfField,
} from '../../verifications/submission/image-fields.ts'
import {
  type LiveSubmission,
  type SubmitNeeds,
  submitLiveVerification,
} from '../../verifications/submission/submit-live-verification.ts'
import type { ApiRequest } from '../api-route.ts'
import { assertScope } from '../authenticate.ts'
import { parseFormSubmission } from './submission-input.ts'
import { verificationJson } from './verification-json.ts'

export type VerifyLiveNeeds = Omit<SubmitNeeds, 'provider'> &
  InspectNeeds & {
    readonly config: Config
    readonly provider: IdentityProvider | undefined
    readonly log: Log
    readonly refusals: RefusalCounter
    readonly findIntakeRefusal: FindIntakeRefusal
  }

/** Staff decide without an account anywhere. */
function decidingProvider({
  config,
  provider,
}: VerifyLiveNeeds): Pick<IdentityProvider, 'name'> | undefined {
  return config.liveProvider === localProvider ? { name: localProvider } : provider
}

const providerRetryAfterSeconds = 3600

/** @throws AppError `unavailable` when no provider account is set; `rate_limited`; `invalid_request` and the like. */
export async function verifyLive(needs: VerifyLiveNeeds, request: ApiRequest) {
  const provider = decidingProvider(needs)
  if (!provider) {
    throw new AppError(
      'unavailable',
      'No identity provider account is configured here, so only the sandbox is served. Tell the operator.',
      { retryAfterSeconds: providerRetryAfterSeconds, reason: 'no_provider' },
    )
  }
  const { id: apiKeyId } = request.apiKey
  const submitter = { apiKeyId, isRepeat: () => request.isRepeat() }
  const { db, config: limits, clock, findIntakeRefusal } = needs
  const submitLimits = { db: db.reader, limits, nowMs: clock.now(), findIntakeRefusal }
  await assertMaySubmit(submitLimits, submitter)
  // The provider is called soon; if this fails, so does that call, which reports it.
  if (provider.name !== localProvider) prepareUndici().catch(() => undefined)
  const dataKey = needs.keyring.createDataKey()
  const upload = await request.upload({
    files: imageFields,
    openFile: (field) =>
      admittingSink(needs.files.openSink(dataKey, imageBinding(roleOfField[field as ImageField]))),
  })
  return request.idempotently(async (saveResponse) => {
    try {
      const submission = await parseLiveSubmission(needs, request, dataKey, upload)
      const answer = (verification: Parameters<typeof verificationJson>[0]): Answer => ({
        status: 202,
        data: verificationJson(verification),
      })
      return answer(
        await submitLiveVerification(
          { ...needs, provider },
          submission,
          async (trx, verification) => {
            await assertWithinLimits(trx, limits, verification)
            // Checked last: a client that disconnected must not pay for a check whose id it never got.
            request.signal.throwIfAborted()
            return saveResponse(trx, answer(verification))
          },
        ),
      )
    } catch (error) {
      await needs.files.discard([...upload.files.values()].map(({ result }) => result.staged))
      throw error
    }
  })
}

/** @throws AppError with all faults of the fields and the images at once */
async function parseLiveSubmission(
  needs: VerifyLiveNeeds,
  request: ApiRequest,
  dataKey: EncryptionKey,
  upload: Upload<AdmittedFile>,
): Promise<LiveSubmission> {
  const rules = { markets: needs.config.markets, nowMs: needs.clock.now() }
  const parsed = parseFormSubmission(withoutTriggers(upload.fields), rules)
  const idType = parsed.kind === 'valid' ? parsed.submission.idType : 'national_id'
  const { signal } = request
  const inspected = await inspectImages(needs, upload.files, { dataKey, idType, signal })
  const { images, areDecoded, faults, signatures } = inspected
  for (const signature of signatures) recordVirus(needs, request, signature)
  const all = [
    ...(parsed.kind === 'faulty' ? parsed.faults : []),
    ...faultsOfTriggers(upload.fields),
    ...upload.faults,
    ...faultsOfMissingFiles(new Set(upload.files.keys()), upload.unknownFiles),
    ...faults,
  ]
  if (parsed.kind === 'faulty' || all.length > 0) throw refuseFaults(all)
  if (parsed.submission.scoreRequested) assertScope(request.apiKey, 'score.get')
  signal.throwIfAborted()
  const { submission } = parsed
  return { dataKey, submission, images, areDecoded, apiKeyId: request.apiKey.id }
}

/** Logs each virus, but only counts them for the audit log, so that one client's uploads cannot flood it. */
function recordVirus(
  { log, refusals }: VerifyLiveNeeds,
  { requestId, apiKey, clientAddress }: ApiRequest,
  signature: string,
): void {
  log.warn('virus_found', { request_id: requestId, api_key_id: apiKey.id, reason: signature })
  refusals.count({
    action: 'api.virus_refused',
    reason: signature,
    actor: { kind: 'api_key', id: apiKey.id },
    subject: { kind: 'key', id: apiKey.id },
    network: networkOf(clientAddress),
  })
}

const sandboxFields = ['sandbox_outcome', 'sandbox_delay_seconds']

function withoutTriggers(fields: Upload<AdmittedFile>['fields']): ReadonlyMap<string, string> {
  return new Map([...fields].filter(([name]) => !sandboxFields.includes(name)))
}

/** A client that sends a sandbox trigger believes to be in the sandbox, but here the check would cost money. */
function faultsOfTriggers(fields: Upload<AdmittedFile>['fields']): readonly Fault[] {
  return sandboxFields
    .filter((name) => (fields.get(name) ?? '') !== '')
    .map((param) => {
      const message = `${param} works with sandbox keys only. Leave it out in live.`
      return { param, code: 'invalid', message }
    })
}
