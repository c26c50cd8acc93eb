// Builds the ApiRequest that an endpoint receives: readers for the parts of the request, and `idempotently`.

import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'
import { refuseFaults } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SignedIn } from '../users/request-origin.ts'
import { apiKeyOf } from './authenticate.ts'
import { ClientGoneError } from './body-stream.ts'
import type { Context } from './context.ts'
import type { Idempotency } from './idempotency.ts'
import { readJson } from './read-json.ts'
import { type OpenUpload, readUpload } from './read-upload.ts'
import type { Answer, ApiRequest, ConsoleRequest, StoredResponse } from './route.ts'
import type { MatchedRoute } from './routing.ts'
import { isStoredResponse, verificationIn } from './stored-response.ts'
import { uploadLimits } from './upload-limits.ts'
import type { MeteredUpload, UploadMeter } from './upload-meter.ts'

export interface ApiRequestNeeds {
  readonly config: Pick<Config, 'bodyTimeoutMs'>
  readonly clock: Clock
  readonly idempotency: Idempotency
  readonly uploadMeter: UploadMeter
}

export interface OpenRequest {
  readonly request: ApiRequest & ConsoleRequest
  /** Whether the endpoint called `idempotently`. */
  usedIdempotently(): boolean
  /** Deletes uploaded files, unless the work of `idempotently` has begun and owns them. */
  close(): Promise<void>
}

export function openRequest(
  needs: ApiRequestNeeds,
  ctx: Context,
  route: MatchedRoute & { readonly kind: 'route' },
): OpenRequest {
  const source = { request: ctx.req, response: ctx.res }
  const { bodyTimeoutMs } = needs.config
  const idempotencyKey = idempotencyKeyOf(ctx)
  const fingerprintParts = [route.route.method, route.path]
  const uploads: OpenUpload<unknown>[] = []
  const disconnect = watchForDisconnect(ctx)
  let isIdempotent = false
  const request: ApiRequest & ConsoleRequest = {
    requestId: ctx.state.requestId,
    clientAddress: ctx.state.clientAddress,
    signal: disconnect.signal,
    concerns(verificationId) {
      ctx.state.verificationId = verificationId
    },
    get apiKey() {
      return apiKeyOf(ctx.state.identity)
    },
    get signedIn() {
      return signedInOf(ctx)
    },
    isTls: ctx.state.isTls,
    browser: browserOf(ctx),
    param: (name) => paramOf(route, name),
    query: (names) => queryOf(ctx.querystring, names),
    async json(options = {}) {
      const { value, bytes } = await readJson(needs.clock, source, options, bodyTimeoutMs)
      fingerprintParts.push(createHash('sha256').update(bytes).digest('hex'))
      return value
    },
    async upload(plan) {
      const metered = await meterUpload(needs, ctx, request)
      const limits = { timeoutMs: bodyTimeoutMs, onBytes: metered.take }
      const open = await readUpload(needs.clock, source, plan, limits).finally(metered.end)
      uploads.push(open)
      fingerprintParts.push(...open.upload.fingerprintParts)
      return open.upload
    },
    isRepeat: () => isRepeat(needs, request, idempotencyKey),
    async idempotently(work) {
      isIdempotent = true
      const takeOver: typeof work = (saveResponse) => {
        uploads.length = 0
        return work(saveResponse)
      }
      if (idempotencyKey === undefined) return takeOver(async () => undefined)
      const repeatable = {
        requestId: ctx.state.requestId,
        apiKeyId: request.apiKey.id,
        idempotencyKey,
        parts: fingerprintParts,
      }
      const answer = await needs.idempotency.once(repeatable, takeOver)
      ctx.state.verificationId ??= verificationIn(dataOf(answer))
      return answer
    },
  }
  return {
    request,
    usedIdempotently: () => isIdempotent,
    async close() {
      disconnect.stop()
      await Promise.all(uploads.map((open) => open.discard()))
    },
  }
}

/** Parses a stored answer too: answers stored under an Idempotency-Key are short JSON. */
function dataOf(answer: Answer | StoredResponse): unknown {
  return isStoredResponse(answer) ? Object(JSON.parse(answer.body || '{}')).data : answer.data
}

function watchForDisconnect({ res }: Context): { readonly signal: AbortSignal; stop(): void } {
  const gone = new AbortController()
  const abort = () => gone.abort(new ClientGoneError())
  res.once('close', abort)
  // A connection that is closed already emits no further `close`.
  if (res.destroyed) abort()
  return { signal: gone.signal, stop: () => res.off('close', abort) }
}

/** @throws AppError `rate_limited` */
async function meterUpload(
  { uploadMeter }: ApiRequestNeeds,
  { req }: Context,
  request: Pick<ApiRequest, 'apiKey' | 'isRepeat'>,
): Promise<MeteredUpload> {
  const { 'content-length': length } = req.headers
  const declared = length === undefined ? undefined : Number(length)
  // A form over the size limit is refused unread with `payload_too_large`, because waiting would not help.
  const isUnread = declared !== undefined && declared > uploadLimits.requestBytesMax
  const declaredBytes = isUnread ? 0 : declared
  return uploadMeter.begin(request.apiKey.id, {
    declaredBytes,
    isExempt: await request.isRepeat(),
  })
}

async function isRepeat(
  { idempotency }: ApiRequestNeeds,
  { apiKey }: Pick<ApiRequest, 'apiKey'>,
  idempotencyKey: string | undefined,
): Promise<boolean> {
  if (idempotencyKey === undefined) return false
  return idempotency.isTaken({ apiKeyId: apiKey.id, idempotencyKey })
}

function idempotencyKeyOf({ req }: Context): string | undefined {
  const given = req.headers['idempotency-key']
  return given === undefined ? undefined : String(given)
}

function signedInOf({ state }: Context): SignedIn {
  if (state.signedIn === undefined) throw new Error('this endpoint requires no session')
  return state.signedIn
}

const browserCharactersMax = 200

function browserOf(ctx: Context): string {
  return ctx
    .get('User-Agent')
    .slice(0, browserCharactersMax)
    .replace(/[^\x20-\x7e]/g, '?')
}

function paramOf(route: MatchedRoute & { readonly kind: 'route' }, name: string): string {
  const value = route.params[name]
  if (value === undefined) throw new Error(`${route.route.path} has no parameter ${name}`)
  return value
}

function queryOf<Name extends string>(
  querystring: string,
  names: readonly Name[],
): { readonly [Key in Name]?: string } {
  const given = new URLSearchParams(querystring)
  const values: { [Key in Name]?: string } = {}
  const faults = []
  for (const name of names) {
    const [value, ...repeats] = given.getAll(name)
    if (value === undefined) continue
    values[name] = value
    if (repeats.length > 0) {
      const message = `${name} is given more than once; give it once.`
      faults.push({ param: name, code: 'repeated', message })
    } else if (value.includes('\ufffd')) {
      const message = `${name} is not valid UTF-8; percent-encode it as UTF-8.`
      faults.push({ param: name, code: 'invalid_encoding', message })
    }
  }
  if (faults.length > 0) throw refuseFaults(faults)
  return values
}
