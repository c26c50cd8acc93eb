// Submits the invented verifications like a client's systems, through the use cases behind the API.

import type { Appliance } from '../appliance.ts'
import { toIso } from '../kernel/clock.ts'
import { findApiKey } from '../keys/find-api-key.ts'
import type { ApiKey } from '../keys/key.ts'
import type { Submission } from '../verifications/submission/submission.ts'
import { submitLiveVerification } from '../verifications/submission/submit-live-verification.ts'
import { submitSandboxVerification } from '../verifications/submission/submit-sandbox-verification.ts'
import type { CastPart, Channel, LivePart, SandboxPart } from './invented/cast.ts'
import type { SpecimenImages } from './seed-images.ts'

interface SubmitPart {
  readonly appliance: Appliance
  readonly images: SpecimenImages
  /** The API keys of the client's systems, as text. */
  readonly keys: Readonly<Record<Channel, string>>
}

/** Resolves once the verification is accepted; a live one is then processed by its job. */
export async function submitPart(needs: SubmitPart, part: CastPart): Promise<void> {
  const key = await findApiKey(needs.appliance, needs.keys[part.channel])
  if (key === undefined) throw new Error('a key of the demo does not open')
  if (part.environment === 'live') return submitLive(needs, part, key)
  return submitSandbox(needs, part, key)
}

async function submitLive(
  { appliance, images: specimens }: SubmitPart,
  part: LivePart,
  key: Pick<ApiKey, 'id'>,
): Promise<void> {
  const dataKey = appliance.keyring.createDataKey()
  const images = await specimens.stage(part, dataKey)
  const submission = { ...statedOf(appliance, part), sandboxOutcome: 'approved' } as const
  const asked = { dataKey, submission, images, areDecoded: true, apiKeyId: key.id }
  const { provider } = appliance
  if (provider === undefined) throw new Error('the past needs a provider')
  await submitLiveVerification({ ...appliance, provider }, asked, async () => {})
}

async function submitSandbox(
  { appliance }: SubmitPart,
  part: SandboxPart,
  key: Pick<ApiKey, 'id'>,
): Promise<void> {
  const submission = { ...statedOf(appliance, part), sandboxOutcome: part.outcome }
  await submitSandboxVerification(appliance, { submission, apiKeyId: key.id }, async () => {})
}

/** Consent is given in the client's own app, shortly before the submission. */
const consentBeforeMs = 95_000

function statedOf(
  { clock }: Pick<Appliance, 'clock'>,
  { person, externalRef, isScored }: CastPart,
): Omit<Submission, 'sandboxOutcome'> {
  const { country, idType, idNumber, firstName, lastName, dateOfBirth } = person
  return {
    country,
    idType,
    externalRef,
    scoreRequested: isScored,
    sandboxDelaySeconds: 0,
    claims: {
      idNumber,
      firstName,
      lastName,
      dateOfBirth,
      consentGivenAt: toIso(clock.now() - consentBeforeMs),
      consentNotice: 'demo-notice-4',
    },
  }
}
