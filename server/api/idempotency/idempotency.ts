// Idempotency keys (rulings 3.6): a request with a key is done once, and repeats get its first answer. The
// answer is stored in the transaction of the effect, so that a crash leaves both or neither. Storing it decides which
// of several equal requests has the effect: the others, on whichever node, roll theirs back and get the stored answer.
// A key belongs to the line of the API key that sent it: a client may rotate its API key between two tries.

import { z } from 'zod'
import type { Appliance } from '../../appliance.ts'
import type { Config } from '../../config.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import {
  afterCommit,
  inSharedTransaction,
  type Together,
  type Trx,
  writeByCommit,
} from '../../db/transaction.ts'
import type { Answer, StoredResponse } from '../../http/answer.ts'
import { errorResponse } from '../../http/error-response.ts'
import { storedResponseForReplay, toStoredResponse } from '../../http/stored-response.ts'
import { AppError, refuseFaults } from '../../kernel/app-error.ts'
import { untilFewer } from '../../kernel/until-fewer.ts'
import { createFindFirstOfLine, type KeyOfLine } from '../../keys/first-of-line.ts'
import {
  deleteExpiredAnswers,
  findKeptAnswer,
  type IdempotencyName,
  keepAnswer,
  keepNewAnswers,
  type NewAnswer,
  responseBinding,
} from './idempotency-store.ts'

/**
 * Stores the answer in the transaction of its effect, so that a crash leaves both or neither. Throws if an equal
 * request has stored its answer first: the transaction must roll back.
 */
export type SaveResponse = (trx: Trx, answer: Answer) => Promise<void>

export interface IdempotencyNeeds extends Pick<Appliance, 'clock' | 'responsesNow' | 'db'> {
  readonly config: Pick<Config, 'idempotencyRetentionMs'>
  readonly keyring: Pick<Keyring, 'macHex' | 'encryptSmall' | 'decryptSmall'>
}

/** What identifies a request and its repeats. */
interface RepeatableRequest {
  readonly requestId: string
  readonly apiKey: KeyOfLine
  readonly idempotencyKey: string
  /** Method, path and meaning of the body; equal for a repeat of the same request. */
  readonly parts: readonly string[]
}

export interface Idempotency {
  /**
   * Runs `work`, or returns the stored first answer without running it.
   * @throws AppError `invalid_request` for a malformed key, `idempotency_conflict`,
   * `idempotency_in_progress`, and what `work` throws
   */
  once(
    request: RepeatableRequest,
    work: (saveResponse: SaveResponse) => Promise<Answer>,
  ): Promise<StoredResponse>
  /** Returns whether this Idempotency-Key is in use, so that `once` would not run the work. */
  isTaken(request: Pick<RepeatableRequest, 'apiKey' | 'idempotencyKey'>): Promise<boolean>
}

export function createIdempotency(needs: IdempotencyNeeds): Idempotency {
  // Repeats that reach the node of the first request are refused at once; the others lose at the insert.
  const inProgress = new Set<string>()
  const findFirstOfLine = createFindFirstOfLine(needs.db.reader)
  /** Clients put names and account numbers into their keys, so only a digest is stored. */
  const nameOf = async ({
    apiKey,
    idempotencyKey,
  }: Pick<RepeatableRequest, 'apiKey' | 'idempotencyKey'>): Promise<IdempotencyName> => ({
    firstKeyId: await findFirstOfLine(apiKey),
    keyDigest: needs.keyring.macHex('idempotency', `key:${idempotencyKey}`),
  })
  return {
    async once(request, work) {
      assertKeyShape(request.idempotencyKey)
      const name = await nameOf(request)
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
      const name = await nameOf(request)
      if (inProgress.has(runningAs(name))) return true
      return (await findKeptAnswer(needs.db.reader, name, needs.responsesNow())) !== undefined
    },
  }
}

/** Named in errors as a field would be. */
const header = 'Idempotency-Key'

function runningAs({ firstKeyId, keyDigest }: IdempotencyName): string {
  return `${firstKeyId} ${keyDigest}`
}

const rowsPerTransactionMax = 500

const encryptedSchema = z.object({ headers: z.record(z.string(), z.string()), body: z.string() })

/** Deletes expired answers; returns how many. */
export async function pruneIdempotency({
  db,
  responsesNow,
}: Pick<Appliance, 'db' | 'responsesNow'>): Promise<number> {
  return untilFewer(rowsPerTransactionMax, () =>
    inSharedTransaction(db, (trx) =>
      deleteExpiredAnswers(trx, responsesNow(), rowsPerTransactionMax),
    ),
  )
}

function assertKeyShape(idempotencyKey: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) return
  const message =
    'Idempotency-Key must be 1 to 255 visible ASCII characters, such as a UUID, given once.'
  throw refuseFaults([{ param: header, code: 'invalid', message }])
}

/** Keyed, because the personal data in a body could be guessed from a plain digest. */
function fingerprintOf({ keyring }: IdempotencyNeeds, request: RepeatableRequest): string {
  return keyring.macHex('idempotency', `request:${JSON.stringify(request.parts)}`)
}

async function findKept(
  needs: IdempotencyNeeds,
  request: RepeatableRequest,
  name: IdempotencyName,
): Promise<StoredResponse | undefined> {
  const kept = await findKeptAnswer(needs.db.reader, name, needs.responsesNow())
  if (kept === undefined) return undefined
  if (kept.fingerprint !== fingerprintOf(needs, request)) {
    const message =
      'This Idempotency-Key was used for another request. Use a new key, or send the first request again unchanged.'
    throw new AppError('idempotency_conflict', message, { param: header })
  }
  const opened = needs.keyring.decryptSmall(
    'idempotency',
    kept.encrypted,
    responseBinding(name, kept.status),
  )
  const { headers, body } = encryptedSchema.parse(JSON.parse(opened.toString('utf8')))
  return { status: kept.status, headers, body, replayed: true }
}

/** Thrown inside the transaction of an effect whose key another request has used meanwhile; rolls the effect back. */
class AnswerTakenError extends Error {}

/** Several that fail together are tried again in parts. */
const firstAnswers: Together<NewAnswer> = {
  isInLane: false,
  async writeAll(trx, answers) {
    const [first, ...others] = answers
    if (first === undefined) return
    const isFirst = await (others.length === 0
      ? keepAnswer(trx, first)
      : keepNewAnswers(trx, answers))
    if (!isFirst) throw new AnswerTakenError()
  },
}

async function doAndKeep(
  needs: IdempotencyNeeds,
  request: RepeatableRequest,
  name: IdempotencyName,
  work: (saveResponse: SaveResponse) => Promise<Answer>,
): Promise<StoredResponse> {
  let isSaved = false
  const save = async (trx: Trx, response: StoredResponse) => {
    await writeByCommit(trx, firstAnswers, newAnswer(needs, request, name, response))
    afterCommit(trx, () => {
      isSaved = true
    })
  }
  try {
    const answer = await work((trx, answer) => save(trx, storedResponseForReplay(answer)))
    if (!isSaved) {
      const kept = storedResponseForReplay(answer)
      await inSharedTransaction(needs.db, (trx) => save(trx, kept))
    }
    return toStoredResponse(answer)
  } catch (error) {
    // If `work` stored an answer before it threw, that answer stays.
    if (isSaved) throw error
    return answerOfWinner(needs, request, name, error)
  }
}

/**
 * Stores a refusal, and throws it, unless an equal request on another node has stored its answer first: returns that
 * one then, whatever this request has failed of.
 */
async function answerOfWinner(
  needs: IdempotencyNeeds,
  request: RepeatableRequest,
  name: IdempotencyName,
  error: unknown,
): Promise<StoredResponse> {
  if (isKept(error)) {
    const refusal = storedRefusal(error, request.requestId)
    const answer = newAnswer(needs, request, name, refusal)
    const isFirst = await inSharedTransaction(needs.db, (trx) => keepAnswer(trx, answer))
    if (isFirst) throw error
  }
  const isTaken = error instanceof AnswerTakenError
  const first =
    isTaken || error instanceof AppError ? await findKept(needs, request, name) : undefined
  if (first !== undefined) return first
  // The stored answer was deleted meanwhile, by an erasure.
  throw isTaken ? refuseInProgress() : error
}

/** The stored body names the first request's id, so a repeat gets that id in its header too. */
function storedRefusal(error: AppError, requestId: string): StoredResponse {
  const { status, headers, body } = errorResponse(error, requestId)
  return { status, headers: { ...headers, 'Request-Id': requestId }, body, replayed: false }
}

/**
 * Returns whether the error is stored: every AppError except 401, 429 and 5xx, which may pass (rulings 3.6), and 413,
 * because a request whose whole size was not taken in is not known again.
 */
function isKept(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false
  const { status } = errorResponse(error, '')
  return status < 500 && ![401, 413, 429].includes(status)
}

function newAnswer(
  needs: IdempotencyNeeds,
  request: RepeatableRequest,
  name: IdempotencyName,
  { status, headers, body }: StoredResponse,
): NewAnswer {
  const plaintext = Buffer.from(JSON.stringify({ headers, body }))
  const encrypted = needs.keyring.encryptSmall(
    'idempotency',
    plaintext,
    responseBinding(name, status),
  )
  const createdAt = needs.clock.now()
  const expiresAt = createdAt + needs.config.idempotencyRetentionMs
  const fingerprint = fingerprintOf(needs, request)
  const nowMs = needs.responsesNow()
  return { name, fingerprint, status, encrypted, createdAt, expiresAt, nowMs }
}

function refuseInProgress(): AppError {
  const message =
    'The first request with this Idempotency-Key is still in progress. Try again shortly.'
  return new AppError('idempotency_in_progress', message, { param: header, retryAfterSeconds: 1 })
}
