// Idempotency keys (rulings 3.6): work is done once for a key, and its first answer is given again. The
// answer is kept in the transaction of the effect, so that a crash leaves both or neither.

import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { type Db, inTransaction, type Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Answer, Remember, SettledAnswer } from './endpoint.ts'
import { errorResponse } from './error-response.ts'
import {
  deleteExpiredAnswers,
  findKeptAnswer,
  type IdempotencyName,
  keepAnswer,
} from './idempotency-store.ts'
import { settle, settleForReplay } from './settled-answer.ts'

export interface IdempotencyNeeds {
  readonly config: Pick<Config, 'idempotencyRetentionMs'>
  readonly clock: Clock
  readonly db: Db
  readonly keyring: Pick<Keyring, 'mac' | 'sealSmall' | 'openSmall'>
}

/** One request, as far as repeating it goes. */
export interface RepeatableRequest {
  readonly requestId: string
  readonly apiKeyId: string
  readonly idempotencyKey: string
  /** Method, path and body, in parts: the same request has the same. */
  readonly parts: readonly string[]
}

export interface Idempotency {
  /**
   * Does `work`, or gives its first answer again without doing it.
   * @throws AppError `invalid_request` for a malformed key, `idempotency_conflict`,
   * `idempotency_in_progress`, and what `work` throws
   */
  once(
    request: RepeatableRequest,
    work: (remember: Remember) => Promise<Answer>,
  ): Promise<SettledAnswer>
  /** Whether `once` would not do the work of a request under this name, whatever its parts. */
  isTaken(request: Pick<RepeatableRequest, 'apiKeyId' | 'idempotencyKey'>): Promise<boolean>
}

export function createIdempotency(needs: IdempotencyNeeds): Idempotency {
  // One process serves all requests, so what is in progress need not be told to anyone else.
  const inProgress = new Set<string>()
  return {
    async once(request, work) {
      assertKeyShape(request.idempotencyKey)
      const name = nameOf(needs, request)
      const running = runningAs(name)
      if (inProgress.has(running)) throw refuseInProgress()
      inProgress.add(running)
      try {
        const kept = await findKept(needs, request, name)
        return kept ?? (await doAndKeep(needs, request, name, work))
      } finally {
        inProgress.delete(running)
      }
    },
    async isTaken(request) {
      const name = nameOf(needs, request)
      if (inProgress.has(runningAs(name))) return true
      return (await findKeptAnswer(needs.db.reader, name, needs.clock.now())) !== undefined
    },
  }
}

function runningAs({ apiKeyId, keyDigest }: IdempotencyName): string {
  return `${apiKeyId} ${keyDigest}`
}

const rowsDeletedAtOnce = 500

const sealedShape = z.object({ headers: z.record(z.string(), z.string()), body: z.string() })

/** Forgets the answers whose time is over; tells how many. For the schedule. */
export async function pruneIdempotency(db: Db, clock: Clock): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await inTransaction(db, (trx) =>
      deleteExpiredAnswers(trx, clock.now(), rowsDeletedAtOnce),
    )
    total += deleted
    if (deleted < rowsDeletedAtOnce) return total
  }
}

function assertKeyShape(idempotencyKey: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) return
  const message =
    'Idempotency-Key must be 1 to 255 visible ASCII characters, such as a UUID, given once.'
  throw new AppError('invalid_request', message)
}

/** Clients put names and account numbers into their keys, so only a digest is kept. */
function nameOf(
  { keyring }: IdempotencyNeeds,
  request: Pick<RepeatableRequest, 'apiKeyId' | 'idempotencyKey'>,
): IdempotencyName {
  const keyDigest = keyring.mac('idempotency', `key:${request.idempotencyKey}`).toString('hex')
  return { apiKeyId: request.apiKeyId, keyDigest }
}

/** Keyed, as bodies hold personal data of which there is little to guess. */
function fingerprintOf({ keyring }: IdempotencyNeeds, request: RepeatableRequest): string {
  return keyring.mac('idempotency', `request:${JSON.stringify(request.parts)}`).toString('hex')
}

async function findKept(
  needs: IdempotencyNeeds,
  request: RepeatableRequest,
  name: IdempotencyName,
): Promise<SettledAnswer | undefined> {
  const kept = await findKeptAnswer(needs.db.reader, name, needs.clock.now())
  if (kept === undefined) return undefined
  if (kept.fingerprint !== fingerprintOf(needs, request)) {
    const message =
      'This Idempotency-Key was used for another request. Use a new key, or send the first request again unchanged.'
    throw new AppError('idempotency_conflict', message)
  }
  const opened = needs.keyring.openSmall('idempotency', kept.sealed, boundTo(name, kept.status))
  const { headers, body } = sealedShape.parse(JSON.parse(opened.toString('utf8')))
  return { status: kept.status, headers, body, replayed: true }
}

async function doAndKeep(
  needs: IdempotencyNeeds,
  request: RepeatableRequest,
  name: IdempotencyName,
  work: (remember: Remember) => Promise<Answer>,
): Promise<SettledAnswer> {
  let remembered: Answer | undefined
  try {
    const answer = await work(async (trx, answer) => {
      await keep(needs, trx, request, name, settleForReplay(answer))
      remembered = answer
    })
    if (answer !== remembered) {
      const kept = settleForReplay(answer)
      await inTransaction(needs.db, (trx) => keep(needs, trx, request, name, kept))
    }
    return settle(answer)
  } catch (error) {
    // Where the effect and its answer were committed before the error, that answer stands.
    if (isKept(error)) {
      const refusal = settleRefusal(error, request.requestId)
      await inTransaction(needs.db, (trx) => keep(needs, trx, request, name, refusal))
    }
    throw error
  }
}

/** Its body names the first request, so whenever it is given again its header does, too. */
function settleRefusal(error: AppError, requestId: string): SettledAnswer {
  const { status, headers, body } = errorResponse(error, requestId)
  return { status, headers: { ...headers, 'Request-Id': requestId }, body, replayed: false }
}

/** A refusal that would be the same the next time. 401, 429 and 5xx would not (rulings 3.6). */
function isKept(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false
  const { status } = errorResponse(error, '')
  return status < 500 && status !== 401 && status !== 429
}

async function keep(
  needs: IdempotencyNeeds,
  trx: Trx,
  request: RepeatableRequest,
  name: IdempotencyName,
  { status, headers, body }: SettledAnswer,
): Promise<void> {
  const plaintext = Buffer.from(JSON.stringify({ headers, body }))
  const sealed = needs.keyring.sealSmall('idempotency', plaintext, boundTo(name, status))
  const createdAt = needs.clock.now()
  const expiresAt = createdAt + needs.config.idempotencyRetentionMs
  const fingerprint = fingerprintOf(needs, request)
  await keepAnswer(trx, name, { fingerprint, status, sealed }, { createdAt, expiresAt })
}

/** A sealed answer opens only in the row that it was put in. */
function boundTo(name: IdempotencyName, status: number): string {
  return `${name.apiKeyId}:${name.keyDigest}:${status}`
}

function refuseInProgress(): AppError {
  const message = 'The first request with this Idempotency-Key is still at work. Try again shortly.'
  return new AppError('idempotency_in_progress', message, { retryAfterSeconds: 1 })
}
