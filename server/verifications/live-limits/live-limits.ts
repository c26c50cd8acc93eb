// Enforces the limits of the live service: pending and daily verifications of an API key, and the bytes of all stored
// images. Checked before an upload is read, and again in the transaction that inserts the verification.

import type { Config } from '../../config.ts'
import type { Reader } from '../../db/transaction.ts'
import { imageStorageState } from '../../images/storage/image-storage-state.ts'
import { readStoredBytes } from '../../images/storage/stored-images-view.ts'
import { AppError } from '../../kernel/app-error.ts'
import { dayMs } from '../../kernel/durations.ts'
import type { Verification } from '../verification.ts'
import { findCountOfDay } from './live-day-store.ts'
import { countPendingOf } from './live-limits-view.ts'

type LiveLimits = Pick<Config, 'keyPendingMax' | 'verificationsPerDayMax' | 'imagesBytesMax'>

/** Returns an error while the audit log cannot be copied to its second system; submissions are refused then. */
export type FindIntakeRefusal = () => AppError | undefined

interface SubmitLimits {
  readonly db: Reader
  readonly limits: LiveLimits
  readonly nowMs: number
  readonly findIntakeRefusal: FindIntakeRefusal
}

interface Submitter {
  readonly apiKeyId: string
  /** Whether the request repeats an earlier one under the same idempotency key. */
  readonly isRepeat: () => Promise<boolean>
}

/** A guess: a pending verification may take seconds or hours. */
const pendingRetryAfterSeconds = 30
/** The operator has to raise the limit first. */
const roomRetryAfterSeconds = 600

/**
 * Call it before the upload is read. A repeated request passes, since it gets the saved response.
 * @throws AppError `rate_limited`, `unavailable`
 */
export async function assertMaySubmit(
  { db, limits, nowMs, findIntakeRefusal }: SubmitLimits,
  request: Submitter,
): Promise<void> {
  const refusal = findIntakeRefusal() ?? (await findRefusal(db, limits, request.apiKeyId, nowMs))
  if (refusal !== undefined && !(await request.isRepeat())) throw refusal
}

async function findRefusal(
  db: Reader,
  { keyPendingMax, verificationsPerDayMax, imagesBytesMax: maxBytes }: LiveLimits,
  apiKeyId: string,
  nowMs: number,
): Promise<AppError | undefined> {
  if (maxBytes !== undefined) {
    const room = { maxBytes, storedBytes: await readStoredBytes(db) }
    if (imageStorageState(room) === 'full') return storageFull()
  }
  if (verificationsPerDayMax !== undefined) {
    const ofDay = await findCountOfDay(db, apiKeyId, nowMs)
    if (ofDay >= verificationsPerDayMax) return tooManyOnDay(verificationsPerDayMax, nowMs)
  }
  const pending = await countPendingOf(db, apiKeyId, keyPendingMax)
  return pending < keyPendingMax ? undefined : tooManyPending(keyPendingMax)
}

/**
 * Call it in the transaction that inserted the verification, so that concurrent submissions cannot exceed a limit.
 * @throws AppError `rate_limited`, `unavailable`
 */
export async function assertWithinLimits(
  trx: Reader,
  { keyPendingMax, verificationsPerDayMax, imagesBytesMax }: LiveLimits,
  { apiKeyId, createdAt }: Pick<Verification, 'apiKeyId' | 'createdAt'>,
): Promise<void> {
  if (imagesBytesMax !== undefined && (await readStoredBytes(trx)) > imagesBytesMax)
    throw storageFull()
  if (verificationsPerDayMax !== undefined) {
    const ofDay = await findCountOfDay(trx, apiKeyId, createdAt)
    if (ofDay > verificationsPerDayMax) throw tooManyOnDay(verificationsPerDayMax, createdAt)
  }
  const pending = await countPendingOf(trx, apiKeyId, keyPendingMax + 1)
  if (pending > keyPendingMax) throw tooManyPending(keyPendingMax)
}

function tooManyPending(max: number): AppError {
  const message = `This API key may have ${max} live verifications pending at once. Try again when some are completed.`
  return new AppError('rate_limited', message, { retryAfterSeconds: pendingRetryAfterSeconds })
}

function tooManyOnDay(max: number, nowMs: number): AppError {
  const retryAfterSeconds = Math.ceil((dayMs - (nowMs % dayMs)) / 1000)
  const message = `This API key may submit ${max} live verifications a day. The next day begins at midnight UTC, in ${retryAfterSeconds} seconds.`
  return new AppError('rate_limited', message, { retryAfterSeconds })
}

function storageFull(): AppError {
  const message = 'The storage limit for images is reached; nothing was stored. Tell the operator.'
  return new AppError('unavailable', message, {
    retryAfterSeconds: roomRetryAfterSeconds,
    reason: 'image_storage_full',
  })
}
