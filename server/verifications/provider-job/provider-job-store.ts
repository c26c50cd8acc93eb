// Stores the provider job of each verification: the ids that the provider knows it by.

import { orNull, orUndefined } from '../../db/columns.ts'
import { prepare } from '../../db/prepared.ts'
import type { Reader, Trx } from '../../db/transaction.ts'
import type { ProviderJobTable } from './provider-job-table.ts'

export interface ProviderJobRecord {
  readonly verificationId: string
  readonly provider: string
  readonly jobId: string
  readonly userId: string
  readonly reference: string | undefined
  /** From then on counts how long the provider may take. */
  readonly createdAt: number
  /** undefined until the images are known to decode. */
  readonly imagesDecodedAt: number | undefined
  readonly uploadStartedAt: number | undefined
  readonly submittedAt: number | undefined
}

export async function insertProviderJob(
  trx: Trx,
  job: Omit<ProviderJobRecord, 'reference' | 'uploadStartedAt' | 'submittedAt'>,
): Promise<void> {
  await insertOne.run(trx, {
    verification_id: job.verificationId,
    provider: job.provider,
    job_id: job.jobId,
    user_id: job.userId,
    images_decoded_at: orNull(job.imagesDecodedAt),
    created_at: job.createdAt,
  })
}

type NewProviderJob = Pick<
  ProviderJobTable,
  'verification_id' | 'provider' | 'job_id' | 'user_id' | 'images_decoded_at' | 'created_at'
>

const insertOne = prepare((db, row: NewProviderJob) => db.insertInto('provider_jobs').values(row))

export async function findProviderJob(
  db: Reader,
  verificationId: string,
): Promise<ProviderJobRecord | undefined> {
  const row = await findOne.first(db, { verificationId })
  return row && toRecord(row)
}

/** Named, because a prepared `select *` fails once a newer release has added a column. */
export const providerJobColumns = [
  'verification_id',
  'provider',
  'job_id',
  'user_id',
  'reference',
  'images_decoded_at',
  'created_at',
  'upload_started_at',
  'submitted_at',
] as const satisfies readonly (keyof ProviderJobTable)[]

const findOne = prepare((db, { verificationId }: { readonly verificationId: string }) =>
  db
    .selectFrom('provider_jobs')
    .select(providerJobColumns)
    .where('verification_id', '=', verificationId),
)

export async function setImagesDecoded(
  trx: Trx,
  verificationId: string,
  atMs: number,
): Promise<void> {
  await setDecoded.run(trx, { verificationId, atMs })
}

const setDecoded = prepare((db, { verificationId, atMs }: Started) =>
  db
    .updateTable('provider_jobs')
    .set({ images_decoded_at: atMs })
    .where('verification_id', '=', verificationId),
)

/** Committed before the first byte goes out, so that a crash cannot hide that an upload began. */
export async function setProviderJobUploadStarted(
  trx: Trx,
  verificationId: string,
  atMs: number,
): Promise<void> {
  await setUploadStarted.run(trx, { verificationId, atMs })
}

interface Started {
  readonly verificationId: string
  readonly atMs: number
}

/** Forgets the start of an upload that did not arrive. `before` is when an earlier one began, if any. */
export async function setProviderJobUploadEnded(
  trx: Trx,
  verificationId: string,
  before: number | undefined,
): Promise<void> {
  await trx
    .updateTable('provider_jobs')
    .set({ upload_started_at: before ?? null })
    .where('verification_id', '=', verificationId)
    .execute()
}

const setUploadStarted = prepare((db, { verificationId, atMs }: Started) =>
  db
    .updateTable('provider_jobs')
    .set({ upload_started_at: atMs })
    .where('verification_id', '=', verificationId),
)

export async function setProviderJobSubmitted(
  trx: Trx,
  verificationId: string,
  submitted: { readonly at: number; readonly reference: string | undefined },
): Promise<void> {
  await trx
    .updateTable('provider_jobs')
    .set({
      submitted_at: submitted.at,
      ...(submitted.reference === undefined ? {} : { reference: submitted.reference }),
    })
    .where('verification_id', '=', verificationId)
    .execute()
}

/** Sets the times to those of the record. */
export async function setProviderJobTimes(
  trx: Trx,
  { verificationId, createdAt, uploadStartedAt, submittedAt }: ProviderJobRecord,
): Promise<void> {
  await trx
    .updateTable('provider_jobs')
    .set({
      created_at: createdAt,
      upload_started_at: orNull(uploadStartedAt),
      submitted_at: orNull(submittedAt),
    })
    .where('verification_id', '=', verificationId)
    .execute()
}

/** Moves the time from which it counts how long the provider may take. */
export async function setProviderJobCreated(
  trx: Trx,
  verificationId: string,
  at: number,
): Promise<void> {
  await trx
    .updateTable('provider_jobs')
    .set({ created_at: at })
    .where('verification_id', '=', verificationId)
    .execute()
}

/** From now on staff decide the verification, and the earlier provider is not asked again. */
export async function handProviderJobOver(
  trx: Trx,
  verificationId: string,
  { to, at }: { readonly to: string; readonly at: number },
): Promise<void> {
  await trx
    .updateTable('provider_jobs')
    .set({ provider: to, submitted_at: at })
    .where('verification_id', '=', verificationId)
    .execute()
}

export function toRecord(
  row: Pick<ProviderJobTable, (typeof providerJobColumns)[number]>,
): ProviderJobRecord {
  return {
    verificationId: row.verification_id,
    provider: row.provider,
    jobId: row.job_id,
    userId: row.user_id,
    reference: orUndefined(row.reference),
    createdAt: row.created_at,
    imagesDecodedAt: orUndefined(row.images_decoded_at),
    uploadStartedAt: orUndefined(row.upload_started_at),
    submittedAt: orUndefined(row.submitted_at),
  }
}

/** The ids that the provider knows the person's check by are pseudonyms of the person. */
export async function deleteProviderJob(trx: Trx, verificationId: string): Promise<void> {
  await trx.deleteFrom('provider_jobs').where('verification_id', '=', verificationId).execute()
}
