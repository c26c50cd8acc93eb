// Finds the verification that a callback of the provider is about, the provider of a verification, and which users of the
// provider have a document number.

import type { Reader } from '../../db/transaction.ts'
import type { SameNumber } from '../find-number-reuse.ts'
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

/** Returns those of `users`, the names by which the provider knows customers, whose verifications have the number. */
export async function listUsersOfNumber(
  db: Reader,
  { environment, numbers }: Pick<SameNumber, 'environment' | 'numbers'>,
  users: readonly string[],
): Promise<readonly string[]> {
  if (users.length === 0) return []
  const rows = await db
    .selectFrom('verifications')
    .innerJoin('provider_jobs', 'provider_jobs.verification_id', 'verifications.id')
    .select('provider_jobs.user_id')
    .where('verifications.environment', '=', environment)
    .where('verifications.id_number_index', 'in', numbers)
    .where('provider_jobs.user_id', 'in', users)
    .execute()
  return rows.map((row) => row.user_id)
}
