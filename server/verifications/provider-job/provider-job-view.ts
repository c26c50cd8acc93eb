// Finds verifications by the names that a provider knows them by, and the provider of a verification.

import type { Reader } from '../../db/transaction.ts'
import { localProvider } from '../../providers/local/local-provider.ts'
import { type ProviderJobRecord, providerJobColumns, toRecord } from './provider-job-store.ts'

/** By the name that the provider echoes in its callbacks. */
export async function findProviderJobByJobId(
  db: Reader,
  jobId: string,
): Promise<ProviderJobRecord | undefined> {
  const row = await db
    .selectFrom('provider_jobs')
    .select(providerJobColumns)
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return row && toRecord(row)
}

/** Whether this provider has the job, or may have had images of it before staff took over. */
export function mayKnowJob(
  name: string,
  { provider, uploadStartedAt }: Pick<ProviderJobRecord, 'provider' | 'uploadStartedAt'>,
): boolean {
  return provider === name || (provider === localProvider && uploadStartedAt !== undefined)
}

/** By the name by which the provider knows the customer: each verification has another. */
export async function findProviderJobByUserId(
  db: Reader,
  userId: string,
): Promise<ProviderJobRecord | undefined> {
  const row = await db
    .selectFrom('provider_jobs')
    .select(providerJobColumns)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && toRecord(row)
}

/** Returns undefined for a verification of the sandbox, and after erasure. */
export async function findProviderName(
  db: Reader,
  verificationId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('provider_jobs')
    .select('provider')
    .where('verification_id', '=', verificationId)
    .executeTakeFirst()
  return row?.provider
}
