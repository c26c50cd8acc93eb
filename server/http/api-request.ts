// What an endpoint sees of a request: the readers of its parts, and the promise that work is done once.

import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'
import { refuseFaults } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Visit } from '../staff/visitor.ts'
import { callerOf } from './authenticate.ts'
import { ClientGoneError } from './body-stream.ts'
import type { Answer, ApiRequest, SettledAnswer, StaffRequest } from './endpoint.ts'
import type { Exchange } from './exchange.ts'
import type { Idempotency } from './idempotency.ts'
import { readJson } from './read-json.ts'
import { type OpenUpload, readUpload } from './read-upload.ts'
import type { Found } from './routing.ts'
import { isSettled, verificationIn } from './settled-answer.ts'
import { uploadLimits } from './upload-limits.ts'
import type { MeteredUpload, UploadMeter } from './upload-meter.ts'

export interface ApiRequestNeeds {
  readonly config: Pick<Config, 'bodyTimeoutMs'>
  readonly clock: Clock
  readonly idempotency: Idempotency
  readonly uploadMeter: UploadMeter
}

export interface OpenRequest {
  readonly request: ApiRequest & StaffRequest
  /** Whether `idempotently` was asked. */
  hasAskedOnce(): boolean
  /** Takes back files that no work took over. */
  close(): Promise<void>
}

export function openRequest(
  needs: ApiRequestNeeds,
  exchange: Exchange,
  found: Found & { readonly kind: 'endpoint' },
): OpenRequest {
  const source = { request: exchange.req, response: exchange.res }
  const { bodyTimeoutMs } = needs.config
  const idempotencyKey = idempotencyKeyOf(exchange)
  const fingerprintParts = [found.endpoint.method, found.path]
  const uploads: OpenUpload<unknown>[] = []
  const departure = watchForDeparture(exchange)
  let hasAsked = false
  const request: ApiRequest & StaffRequest = {
    requestId: exchange.state.requestId,
    clientAddress: exchange.state.clientAddress,
    signal: departure.signal,
    concerns(verificationId) {
      exchange.state.verificationId = verificationId
    },
    get caller() {
      return callerOf(exchange.state.identity)
    },
    get visit() {
      return visitOf(exchange)
    },
    isTls: exchange.state.isTls,
    browser: browserOf(exchange),
    param: (name) => paramOf(found, name),
    query: (names) => queryOf(exchange.querystring, names),
    async json(options = {}) {
      const { value, bytes } = await readJson(needs.clock, source, options, bodyTimeoutMs)
      fingerprintParts.push(createHash('sha256').update(bytes).digest('hex'))
      return value
    },
    async upload(plan) {
      const metered = await meterUpload(needs, exchange, request)
      const limits = { timeoutMs: bodyTimeoutMs, onBytes: metered.take }
      const open = await readUpload(needs.clock, source, plan, limits).finally(metered.end)
      uploads.push(open)
      fingerprintParts.push(...open.upload.fingerprintParts)
      return open.upload
    },
    isRepeat: () => isRepeat(needs, request, idempotencyKey),
    async idempotently(work) {
      hasAsked = true
      const takeOver: typeof work = (remember) => {
        uploads.length = 0
        return work(remember)
      }
      if (idempotencyKey === undefined) return takeOver(async () => undefined)
      const repeatable = {
        requestId: exchange.state.requestId,
        apiKeyId: request.caller.id,
        idempotencyKey,
        parts: fingerprintParts,
      }
      const answer = await needs.idempotency.once(repeatable, takeOver)
      exchange.state.verificationId ??= verificationIn(dataOf(answer))
      return answer
    },
  }
  return {
    request,
    hasAskedOnce: () => hasAsked,
    async close() {
      departure.stop()
      await Promise.all(uploads.map((open) => open.discard()))
    },
  }
}

/** What is kept under an Idempotency-Key is short, and JSON. */
function dataOf(answer: Answer | SettledAnswer): unknown {
  return isSettled(answer) ? Object(JSON.parse(answer.body || '{}')).data : answer.data
}

function watchForDeparture({ res }: Exchange): { readonly signal: AbortSignal; stop(): void } {
  const gone = new AbortController()
  const abort = () => gone.abort(new ClientGoneError())
  res.once('close', abort)
  // A connection that closed before we came to listen does not say so again.
  if (res.destroyed) abort()
  return { signal: gone.signal, stop: () => res.off('close', abort) }
}

/** @throws AppError `rate_limited` */
async function meterUpload(
  { uploadMeter }: ApiRequestNeeds,
  { req }: Exchange,
  request: Pick<ApiRequest, 'caller' | 'isRepeat'>,
): Promise<MeteredUpload> {
  const { 'content-length': length } = req.headers
  const declared = length === undefined ? undefined : Number(length)
  // What no form may be as long as is refused unread, with the limit that waiting does not lift.
  const isUnread = declared !== undefined && declared > uploadLimits.requestBytesMax
  const declaredBytes = isUnread ? 0 : declared
  return uploadMeter.begin(request.caller.id, {
    declaredBytes,
    isExcused: await request.isRepeat(),
  })
}

async function isRepeat(
  { idempotency }: ApiRequestNeeds,
  { caller }: Pick<ApiRequest, 'caller'>,
  idempotencyKey: string | undefined,
): Promise<boolean> {
  if (idempotencyKey === undefined) return false
  return idempotency.isTaken({ apiKeyId: caller.id, idempotencyKey })
}

function idempotencyKeyOf({ req }: Exchange): string | undefined {
  const given = req.headers['idempotency-key']
  return given === undefined ? undefined : String(given)
}

function visitOf({ state }: Exchange): Visit {
  if (state.visit === undefined) throw new Error('this endpoint asks for no session')
  return state.visit
}

const browserCharactersMax = 200

function browserOf(exchange: Exchange): string {
  return exchange
    .get('User-Agent')
    .slice(0, browserCharactersMax)
    .replace(/[^\x20-\x7e]/g, '?')
}

function paramOf(found: Found & { readonly kind: 'endpoint' }, name: string): string {
  const value = found.params[name]
  if (value === undefined) throw new Error(`${found.endpoint.path} has no parameter ${name}`)
  return value
}

function queryOf<Name extends string>(
  querystring: string,
  names: readonly Name[],
): { readonly [Key in Name]?: string } {
  const given = new URLSearchParams(querystring)
  const found: { [Key in Name]?: string } = {}
  const faults = []
  for (const name of names) {
    const [value, ...repeats] = given.getAll(name)
    if (value === undefined) continue
    found[name] = value
    if (repeats.length > 0) {
      const message = `${name} is given more than once; give it once.`
      faults.push({ param: name, code: 'repeated', message })
    } else if (value.includes('\ufffd')) {
      const message = `${name} is not valid UTF-8; percent-encode it as UTF-8.`
      faults.push({ param: name, code: 'invalid_encoding', message })
    }
  }
  if (faults.length > 0) throw refuseFaults(faults)
  return found
}
