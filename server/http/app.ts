// Builds the Koa application around the one middleware that answers every request. Features never see Koa; a route
// receives a RouteRequest and returns an answer.

import type { RequestListener } from 'node:http'
import Koa from 'koa'
import { type AnswerNeeds, answerRequest } from './answer-request.ts'
import { openConsoleFiles } from './console-files.ts'
import type { Context, RequestState, Route } from './context.ts'
import type { HttpConfig } from './http-config.ts'
import { createRateLimiters } from './limit-rate.ts'
import { createRouting } from './routing.ts'
import { createSender } from './send-response.ts'
import { createUnparsedRefusal, type RefuseUnparsed } from './unparsed-refusal.ts'

export interface HttpNeeds
  extends Omit<AnswerNeeds, 'limiters' | 'matchRoute' | 'consoleFiles' | 'sendResponse'> {
  readonly config: AnswerNeeds['config'] & HttpConfig
  readonly routes: readonly Route[]
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
  const limiters = createRateLimiters(needs.clock, needs.config)
  const answerNeeds = {
    ...needs,
    limiters,
    matchRoute: createRouting(needs.routes),
    consoleFiles: openConsoleFiles(needs.consoleFolder),
    sendResponse: createSender(),
  }
  const koa = new Koa<RequestState>()
  koa.use((ctx) => answerRequest(answerNeeds, ctx))
  // Koa would print to stderr. For a client that disconnected, the request's log line says so already.
  koa.on('error', (error: unknown, ctx?: Context) => {
    if (!ctx?.req.socket.destroyed) needs.log.error('response_failed', {}, error)
  })
  return {
    handle: koa.callback(),
    refuseUnparsed: createUnparsedRefusal({ ...needs, anonymous: limiters.anonymous }),
  }
}
