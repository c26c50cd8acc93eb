// A live verification: pictures in place first, then one transaction with everything that must happen.
// The provider is asked by the job, never inside the request (specification 4.2, architecture 5).

import type { Keyring } from '../crypto/keyring.ts'
import type { SealingKey } from '../crypto/seal.ts'
import { keepDataKey } from '../data-keys/keep-data-key.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { EvidenceFiles } from '../evidence/evidence-files.ts'
import { placeEvidence, recordEvidence, type StagedImage } from '../evidence/record-evidence.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import type { Clock } from '../kernel/clock.ts'
import { newId, randomToken } from '../kernel/ids.ts'
import { countOnDay } from './live-day-store.ts'
import { insertProviderJob } from './provider-job-store.ts'
import { indexIdNumber, sealClaims } from './sealed-parts.ts'
import type { Alongside } from './submit-sandbox-verification.ts'
import { sumSubmission } from './sum-verification.ts'
import type { Verification } from './verification.ts'
import type { Submission } from './verification-input.ts'
import { insertVerification } from './verification-store.ts'

export interface LiveSubmission {
  /** Made when the upload began; the pictures are sealed under it. */
  readonly dataKey: SealingKey
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
  // Named only now, however long the upload took: ids and `created_at` sort in the order of acceptance.
  const verification = pendingVerification(asked, needs.clock.now())
  const evidence = await placeEvidence(needs, verification.id, asked.images)
  await inTransaction(needs.db, async (trx) => {
    await insertPending(needs, trx, verification, { ...asked, evidence })
    await alongside(trx, verification)
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
  verification: Verification,
  asked: LiveSubmission & { readonly evidence: readonly Evidence[] },
): Promise<void> {
  const { id, country, createdAt } = verification
  const { claims } = asked.submission
  await keepDataKey(needs, trx, id, asked.dataKey)
  await insertVerification(trx, verification, {
    claims: sealClaims(asked.dataKey, id, claims),
    idNumberIndex: indexIdNumber(needs.keyring, country, claims.idNumber),
    providerAnswer: undefined,
  })
  await countOnDay(trx, verification)
  await sumSubmission(trx, verification)
  await recordEvidence(trx, asked.evidence)
  const names = { verificationId: id, provider: 'smile-id', ...newNames() } as const
  await insertProviderJob(trx, names, createdAt)
  await enqueueJob(needs, trx, {
    kind: 'verification.run',
    subjectId: id,
    payload: { verificationId: id },
  })
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
    id: newId('ver', nowMs),
    environment: 'live',
    status: 'pending',
    country: submission.country,
    idType: submission.idType,
    externalRef: submission.externalRef,
    scoring: { state: submission.scoreRequested ? 'requested' : 'not_requested' },
    apiKeyId: asked.apiKeyId,
    reasons: [],
    checks: [],
    resultCode: undefined,
    findings: asked.images.flatMap((image) => image.findings),
    createdAt: nowMs,
    completedAt: undefined,
  }
}
