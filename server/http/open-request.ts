// The RouteRequest that a route receives, from the start of the route to its answer: reads the parts of the request
// when the route asks for them.

import { hash } from 'node:crypto'
import { AppError, refuseFaults } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { type BodySource, ClientGoneError } from './bodies/body-stream.ts'
import { orderedJson } from './bodies/ordered-json.ts'
import { parsedQuery } from './bodies/parsed-query.ts'
import { type JsonObject, readJson } from './bodies/read-json.ts'
import type { TurnSharing } from './connections/turn-sharing.ts'
import type { Context, MatchedRoute } from './context.ts'
import type { HttpConfig } from './http-config.ts'
import type { RequestMeter, RouteRequest } from './route-request.ts'
import { readForm } from './uploads/read-form.ts'
import { type OpenUpload, readUpload, type Upload, type UploadPlan } from './uploads/read-upload.ts'
import { uploadLimits } from './uploads/upload-limits.ts'
import type { MeteredUpload } from './uploads/upload-meter.ts'

export interface OpenRequestNeeds {
  readonly config: Pick<HttpConfig, 'bodyTimeoutMs'>
  readonly clock: Clock
  readonly turns: Pick<TurnSharing, 'note'>
}

/** A sender who was let in longer ago is let in anew before anything is done for them. */
const admittedForMs = 1_000

type FoundRoute = MatchedRoute & { readonly kind: 'route' }

/** A class, because an object with accessors of its own costs V8 a new shape for every request. */
export class OpenRequest implements RouteRequest {
  readonly requestId: string
  readonly clientAddress: string
  readonly isTls: boolean
  readonly fingerprintParts: string[]
  readonly #needs: OpenRequestNeeds
  readonly #ctx: Context
  readonly #route: FoundRoute
  #uploads: OpenUpload<unknown>[] = []
  #gone: AbortController | undefined
  readonly #abort = () => this.#gone?.abort(new ClientGoneError())

  constructor(needs: OpenRequestNeeds, ctx: Context, route: FoundRoute) {
    this.requestId = ctx.state.requestId
    this.clientAddress = ctx.state.clientAddress
    this.isTls = ctx.state.isTls
    this.fingerprintParts = [route.route.method, route.path]
    this.#needs = needs
    this.#ctx = ctx
    this.#route = route
  }

  get browser(): string {
    return browserOf(this.#ctx)
  }

  get idempotencyKey(): string | undefined {
    const given = this.#ctx.req.headers['idempotency-key']
    return given === undefined ? undefined : String(given)
  }

  /** Watches the connection only once a route asks for the signal, because most routes answer without waiting. */
  get signal(): AbortSignal {
    if (this.#gone !== undefined) return this.#gone.signal
    this.#gone = new AbortController()
    const { res } = this.#ctx
    res.once('close', this.#abort)
    // A connection that is closed already emits no further `close`.
    if (res.destroyed) this.#abort()
    return this.#gone.signal
  }

  concerns(verificationId: string): void {
    this.#ctx.state.verificationId = verificationId
  }

  param(name: string): string {
    return paramOf(this.#route, name)
  }

  query<Name extends string>(names: readonly Name[]): { readonly [Key in Name]?: string } {
    return queryOf(parsedQuery(this.#ctx), names)
  }

  async json(): Promise<JsonObject> {
    const { clock, config } = this.#needs
    const { body = {} } = this.#route.route
    const value = await this.#readBody(() =>
      readJson(clock, this.#source(), body, config.bodyTimeoutMs),
    )
    // Only repeats are compared, and only a request with a key has repeats.
    if (this.idempotencyKey !== undefined) {
      this.fingerprintParts.push(hash('sha256', orderedJson(value), 'hex'))
    }
    return value
  }

  form(): Promise<URLSearchParams> {
    const { clock, config } = this.#needs
    return this.#readBody(() => readForm(clock, this.#source(), config.bodyTimeoutMs))
  }

  async upload<Result>(plan: UploadPlan<Result>, meter?: RequestMeter): Promise<Upload<Result>> {
    const { clock, config } = this.#needs
    const metered = meter && (await meterUpload(this.#ctx, meter))
    const limits = { timeoutMs: config.bodyTimeoutMs, ...(metered && { onBytes: metered.take }) }
    const { upload } = await this.#readBody(async () => {
      const open = await readUpload(clock, this.#source(), plan, limits).finally(metered?.end)
      this.#uploads.push(open)
      return open
    })
    this.fingerprintParts.push(...upload.fingerprintParts)
    return upload
  }

  keepUploads(): void {
    this.#uploads = []
  }

  /** Deletes uploaded files, unless the route has taken them over. */
  async close(): Promise<void> {
    if (this.#gone !== undefined) this.#ctx.res.off('close', this.#abort)
    if (this.#uploads.length > 0) await Promise.all(this.#uploads.map((open) => open.discard()))
  }

  /**
   * Admits the sender again if the body came late. Whoever holds back its end must gain nothing by it: the key may be
   * revoked, the session ended meanwhile.
   */
  async #readBody<Body>(read: () => Promise<Body>): Promise<Body> {
    const { clock } = this.#needs
    const beganMs = clock.steadyMs()
    const body = await read()
    if (clock.steadyMs() - beganMs > admittedForMs) {
      await this.#route.route.admitAgain?.(this.#ctx)
    }
    return body
  }

  #source(): BodySource {
    const { req, res } = this.#ctx
    return { request: req, response: res, onChunk: () => this.#needs.turns.note(req.socket) }
  }
}

/** @throws AppError `rate_limited` */
function meterUpload(
  { req }: Context,
  { uploadMeter, clientId, isExempt }: RequestMeter,
): Promise<MeteredUpload> {
  const { 'content-length': length } = req.headers
  const declared = length === undefined ? undefined : Number(length)
  // A form over the size limit is refused unread with `payload_too_large`, because waiting would not help.
  const isUnread = declared !== undefined && declared > uploadLimits.requestBytesMax
  const declaredBytes = isUnread ? 0 : declared
  return uploadMeter.beginShared(clientId, { declaredBytes, isExempt })
}

const browserCharactersMax = 200

function browserOf(ctx: Context): string {
  return ctx
    .get('User-Agent')
    .slice(0, browserCharactersMax)
    .replace(/[^\x20-\x7e]/g, '?')
}

function paramOf(route: FoundRoute, name: string): string {
  const value = route.params[name]
  if (value === undefined) throw new Error(`${route.route.path} has no parameter ${name}`)
  // PostgreSQL takes none in a text, so a query with it would fail.
  if (value.includes('\0'))
    throw new AppError('not_found', 'Nothing has an id with a NUL character.')
  return value
}

function queryOf<Name extends string>(
  given: URLSearchParams | undefined,
  names: readonly Name[],
): { readonly [Key in Name]?: string } {
  const values: { [Key in Name]?: string } = {}
  if (given === undefined) return values
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
