// What one key may have of the live service, and what all of them may store: looked at before an upload is read,
// and once more in the transaction that takes the verification, where it counts.

import type { Config } from '../config.ts'
import type { Reader } from '../db/transaction.ts'
import { imageRoomState } from '../evidence/image-room.ts'
import { readStoredBytes } from '../evidence/stored-images-view.ts'
import { AppError } from '../kernel/app-error.ts'
import { findCountOfDay } from './live-day-store.ts'
import { countPendingOf } from './live-limits-view.ts'
import type { Verification } from './verification.ts'

export type LiveLimits = Pick<Config, 'keyPendingMax' | 'verificationsPerDayMax' | 'imagesBytesMax'>

/** Why nothing is taken while the audit log does not reach its second system; undefined where it does. */
export type FindAuditRefusal = () => AppError | undefined

interface SubmitLimits {
  readonly db: Reader
  readonly limits: LiveLimits
  readonly nowMs: number
  readonly findAuditRefusal: FindAuditRefusal
}

interface Submitter {
  readonly apiKeyId: string
  /** Whether it only asks for an answer that was given before. */
  readonly isRepeat: () => Promise<boolean>
}

/** They last from seconds to hours, so nobody knows when the next one ends. */
const pendingRetryAfterSeconds = 30
/** Somebody has to raise the limit. */
const roomRetryAfterSeconds = 600
const dayMs = 24 * 60 * 60 * 1000

/**
 * Before anything is read of a submission. A repetition passes: it gets its first answer.
 * @throws AppError `rate_limited`, `unavailable`
 */
export async function assertMaySubmit(
  { db, limits, nowMs, findAuditRefusal }: SubmitLimits,
  request: Submitter,
): Promise<void> {
  const refusal = findAuditRefusal() ?? (await findRefusal(db, limits, request.apiKeyId, nowMs))
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
    if (imageRoomState(room) === 'full') return noRoom()
  }
  if (verificationsPerDayMax !== undefined) {
    const ofDay = await findCountOfDay(db, apiKeyId, nowMs)
    if (ofDay >= verificationsPerDayMax) return tooManyOnDay(verificationsPerDayMax, nowMs)
  }
  const pending = await countPendingOf(db, apiKeyId, keyPendingMax)
  return pending < keyPendingMax ? undefined : tooManyPending(keyPendingMax)
}

/**
 * In the transaction that has inserted the verification, so that of several at once none is too many.
 * @throws AppError `rate_limited`, `unavailable`
 */
export async function assertTaken(
  trx: Reader,
  { keyPendingMax, verificationsPerDayMax, imagesBytesMax }: LiveLimits,
  { apiKeyId, createdAt }: Pick<Verification, 'apiKeyId' | 'createdAt'>,
): Promise<void> {
  if (imagesBytesMax !== undefined && (await readStoredBytes(trx)) > imagesBytesMax) throw noRoom()
  if (verificationsPerDayMax !== undefined) {
    const ofDay = await findCountOfDay(trx, apiKeyId, createdAt)
    if (ofDay > verificationsPerDayMax) throw tooManyOnDay(verificationsPerDayMax, createdAt)
  }
  const pending = await countPendingOf(trx, apiKeyId, keyPendingMax + 1)
  if (pending > keyPendingMax) throw tooManyPending(keyPendingMax)
}

function tooManyPending(max: number): AppError {
  const message = `This API key may have ${max} live verifications pending at once. Try again when some have ended.`
  return new AppError('rate_limited', message, { retryAfterSeconds: pendingRetryAfterSeconds })
}

function tooManyOnDay(max: number, nowMs: number): AppError {
  const retryAfterSeconds = Math.ceil((dayMs - (nowMs % dayMs)) / 1000)
  const message = `This API key may submit ${max} live verifications a day. The next day begins at midnight UTC, in ${retryAfterSeconds} seconds.`
  return new AppError('rate_limited', message, { retryAfterSeconds })
}

function noRoom(): AppError {
  const message =
    'The pictures that are stored take up all the room that they may here; nothing was stored. Tell the operator.'
  return new AppError('unavailable', message, { retryAfterSeconds: roomRetryAfterSeconds })
}
