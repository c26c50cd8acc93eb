// Builds the Koa application and the one function that answers every request. Features never see Koa; a route
// receives a RouteRequest and returns an answer.

import type { IncomingMessage, RequestListener } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import Koa from 'koa'
import { type AnswerNeeds, answerRequest } from './answer-request.ts'
import { openConsoleFiles } from './console-files.ts'
import type { Context, RequestState, Route } from './context.ts'
import type { HttpConfig } from './http-config.ts'
import { createRateLimiters } from './limit-rate.ts'
import type { ResponseDraft } from './response-draft.ts'
import { createRouting } from './routing.ts'
import { createSender } from './send-response.ts'
import type { SharedCounts } from './shared-counting.ts'
import { createUnparsedRefusal, type RefuseUnparsed } from './unparsed-refusal.ts'

export interface HttpNeeds
  extends Omit<AnswerNeeds, 'limiters' | 'matchRoute' | 'consoleFiles' | 'sendResponse'> {
  readonly config: AnswerNeeds['config'] & HttpConfig
  readonly routes: readonly Route[]
  /** Adds up the requests that several nodes count; absent: there is one node. */
  readonly sharedCounts?: SharedCounts | undefined
  /** Folder of the built console. Default: `console/dist` of the product. */
  readonly consoleFolder?: string
}

export interface HttpApp {
  readonly handle: RequestListener
  /** Answers requests that Node could not parse. */
  readonly refuseUnparsed: RefuseUnparsed
}

/** @throws Error if two routes have the same method and path. */
export function createHttpApp(needs: HttpNeeds): HttpApp {
  const limiters = createRateLimiters(needs.clock, needs.config, needs.sharedCounts)
  const koa = new Koa<RequestState>()
  // Koa would print to stderr. For a client that disconnected, the request's log line says so already.
  koa.on('error', (error: unknown, ctx?: Context) => {
    if (!ctx?.req.socket.destroyed) needs.log.error('response_failed', {}, error)
  })
  const answerNeeds = {
    ...needs,
    limiters,
    matchRoute: createRouting(needs.routes),
    consoleFiles: openConsoleFiles(needs.consoleFolder),
    sendResponse: createSender(createStreamSender(koa)),
  }
  return {
    // Koa's own handler would watch the connection of every request, which only streams need.
    handle(request, response) {
      const ctx = koa.createContext<RequestState>(request, response)
      answerRequest(answerNeeds, ctx).catch((error: Error) => ctx.onerror(error))
    },
    refuseUnparsed: createUnparsedRefusal({ ...needs, anonymous: limiters.anonymous }),
  }
}

/**
 * Returns the function that sends a stream. Koa destroys it when the client disconnects. Its bytes are passed on here,
 * because Koa would ask whether the body is a `Response`: for that, Node loads its own HTTP client, which holds the
 * event loop for 50 ms in the middle of the first export.
 */
function createStreamSender(koa: Koa<RequestState>): (ctx: Context) => void {
  const drafts = new WeakMap<IncomingMessage, ResponseDraft>()
  koa.use((ctx) => {
    const draft = drafts.get(ctx.req)
    if (draft === undefined) throw new Error('only a response that is a draft can be sent')
    ctx.set(draft.headers)
    ctx.status = draft.status
    ctx.body = draft.body
    if (!(draft.body instanceof Readable) || ctx.method === 'HEAD' || !ctx.writable) return
    ctx.respond = false
    pipeline(draft.body, ctx.res, (error) => {
      if (error) ctx.onerror(error)
    })
  })
  const handle = koa.callback()
  return ({ req, res, state }) => {
    drafts.set(req, state.response)
    void handle(req, res)
  }
}
