// A live verification: pictures in place first, then one transaction with everything that must happen.
// The provider is asked by the job, never inside the request (specification 4.2, architecture 5).

import type { Keyring } from '../crypto/keyring.ts'
import { keepDataKey } from '../data-keys/keep-data-key.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { EvidenceFiles } from '../evidence/evidence-files.ts'
import { placeEvidence, recordEvidence, type StagedImage } from '../evidence/record-evidence.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import type { Clock } from '../kernel/clock.ts'
import { randomToken } from '../kernel/ids.ts'
import { insertProviderJob } from './provider-job-store.ts'
import { indexIdNumber, sealClaims } from './sealed-parts.ts'
import type { Alongside } from './submit-sandbox-verification.ts'
import type { Verification } from './verification.ts'
import type { Submission } from './verification-input.ts'
import { insertVerification } from './verification-store.ts'

export interface LiveSubmission {
  /** Chosen when the upload began: the pictures are sealed under its data key and bound to it. */
  readonly verificationId: string
  readonly dataKey: ReturnType<Keyring['createDataKey']>
  readonly submission: Submission
  readonly images: readonly StagedImage[]
  readonly apiKeyId: string
}

export interface SubmitNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly files: EvidenceFiles
  /** Tells the runner that there is work. */
  readonly wakeJobs: () => void
}

/** Names at the provider are random: they are echoed everywhere and must tell nothing of the person. */
const providerNameCharacters = 26

/** Returns the pending verification once it is safe on disk. On failure its pictures are gone. */
export async function submitLiveVerification(
  needs: SubmitNeeds,
  asked: LiveSubmission,
  alongside: Alongside,
): Promise<Verification> {
  const evidence = await placeEvidence(needs, asked.verificationId, asked.images)
  const verification = await inTransaction(needs.db, async (trx) => {
    const pending = await insertPending(needs, trx, asked, evidence)
    await alongside(trx, pending)
    return pending
  }).catch(async (error: unknown) => {
    await needs.files.remove(evidence.map(({ file }) => file))
    throw error
  })
  needs.wakeJobs()
  return verification
}

async function insertPending(
  needs: SubmitNeeds,
  trx: Trx,
  asked: LiveSubmission,
  evidence: readonly Evidence[],
): Promise<Verification> {
  const nowMs = needs.clock.now()
  const verification = pendingVerification(asked, nowMs)
  const { id, country } = verification
  const { claims } = asked.submission
  await keepDataKey(needs, trx, id, asked.dataKey.wrapped)
  await insertVerification(trx, verification, {
    claims: sealClaims(asked.dataKey.key, id, claims),
    idNumberIndex: indexIdNumber(needs.keyring, country, claims.idNumber),
    providerAnswer: undefined,
  })
  await recordEvidence(trx, evidence)
  await insertProviderJob(trx, { verificationId: id, provider: 'smile-id', ...newNames() }, nowMs)
  await enqueueJob(needs, trx, {
    kind: 'verification.run',
    subjectId: id,
    payload: { verificationId: id },
  })
  return verification
}

function newNames(): { readonly jobId: string; readonly userId: string } {
  return {
    jobId: `job-${randomToken(providerNameCharacters)}`,
    userId: `user-${randomToken(providerNameCharacters)}`,
  }
}

function pendingVerification(asked: LiveSubmission, nowMs: number): Verification {
  const { submission } = asked
  return {
    id: asked.verificationId,
    environment: 'live',
    status: 'pending',
    country: submission.country,
    idType: submission.idType,
    externalRef: submission.externalRef,
    scoreRequested: submission.scoreRequested,
    scoringSkipped: submission.scoreRequested,
    apiKeyId: asked.apiKeyId,
    reasons: [],
    checks: [],
    findings: asked.images.flatMap((image) => image.findings),
    createdAt: nowMs,
    completedAt: undefined,
  }
}
