// Builds the RouteRequest that a route receives: readers for the parts of the request.

import { createHash } from 'node:crypto'
import { refuseFaults } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { ClientGoneError } from './body-stream.ts'
import type { Context, MatchedRoute } from './context.ts'
import type { HttpConfig } from './http-config.ts'
import { readJson } from './read-json.ts'
import { type OpenUpload, readUpload } from './read-upload.ts'
import type { RequestMeter, RouteRequest } from './route-request.ts'
import { uploadLimits } from './upload-limits.ts'
import type { MeteredUpload } from './upload-meter.ts'

export interface OpenRequestNeeds {
  readonly config: Pick<HttpConfig, 'bodyTimeoutMs'>
  readonly clock: Clock
}

interface OpenRequest {
  readonly request: RouteRequest
  /** Deletes uploaded files, unless the route has taken them over. */
  close(): Promise<void>
}

export function openRequest(
  { config, clock }: OpenRequestNeeds,
  ctx: Context,
  route: MatchedRoute & { readonly kind: 'route' },
): OpenRequest {
  const source = { request: ctx.req, response: ctx.res }
  const timeoutMs = config.bodyTimeoutMs
  const { method, body = {} } = route.route
  const fingerprintParts: string[] = [method, route.path]
  const uploads: OpenUpload<unknown>[] = []
  const disconnect = watchForDisconnect(ctx)
  const request: RouteRequest = {
    requestId: ctx.state.requestId,
    clientAddress: ctx.state.clientAddress,
    isTls: ctx.state.isTls,
    browser: browserOf(ctx),
    idempotencyKey: idempotencyKeyOf(ctx),
    signal: disconnect.signal,
    fingerprintParts,
    concerns(verificationId) {
      ctx.state.verificationId = verificationId
    },
    param: (name) => paramOf(route, name),
    query: (names) => queryOf(ctx.querystring, names),
    async json() {
      const { value, bytes } = await readJson(clock, source, body, timeoutMs)
      fingerprintParts.push(createHash('sha256').update(bytes).digest('hex'))
      return value
    },
    async upload(plan, meter) {
      const metered = meter && meterUpload(ctx, meter)
      const limits = { timeoutMs, ...(metered && { onBytes: metered.take }) }
      const open = await readUpload(clock, source, plan, limits).finally(metered?.end)
      uploads.push(open)
      fingerprintParts.push(...open.upload.fingerprintParts)
      return open.upload
    },
    keepUploads() {
      uploads.length = 0
    },
  }
  return {
    request,
    async close() {
      disconnect.stop()
      await Promise.all(uploads.map((open) => open.discard()))
    },
  }
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
function meterUpload(
  { req }: Context,
  { uploadMeter, clientId, isExempt }: RequestMeter,
): MeteredUpload {
  const { 'content-length': length } = req.headers
  const declared = length === undefined ? undefined : Number(length)
  // A form over the size limit is refused unread with `payload_too_large`, because waiting would not help.
  const isUnread = declared !== undefined && declared > uploadLimits.requestBytesMax
  const declaredBytes = isUnread ? 0 : declared
  return uploadMeter.begin(clientId, { declaredBytes, isExempt })
}

function idempotencyKeyOf({ req }: Context): string | undefined {
  const given = req.headers['idempotency-key']
  return given === undefined ? undefined : String(given)
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
