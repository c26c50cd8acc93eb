// Builds the Koa application and the one function that answers every request. Features never see Koa; a route
// receives a RouteRequest and returns an answer.

import type { RequestListener } from 'node:http'
import Koa from 'koa'
import { AppError } from '../kernel/app-error.ts'
import { type AnswerNeeds, answerRequest } from './answer-request.ts'
import { createTurnSharing, type TurnSharing } from './connections/turn-sharing.ts'
import { createUnparsedRefusal, type RefuseUnparsed } from './connections/unparsed-refusal.ts'
import { openConsoleFiles } from './console/console-files.ts'
import type { Context, RequestState, Route } from './context.ts'
import type { HttpConfig } from './http-config.ts'
import { createRateLimiters } from './limits/limit-rate.ts'
import type { SharedCounts } from './limits/shared-counting.ts'
import { createRouting } from './routing.ts'
import { createSender } from './send-response.ts'

export interface HttpNeeds
  extends Omit<AnswerNeeds, 'limiters' | 'matchRoute' | 'consoleFiles' | 'sendResponse' | 'turns'> {
  readonly config: AnswerNeeds['config'] & HttpConfig
  readonly routes: readonly Route[]
  /** Adds up the requests that several nodes count; absent: there is one node. */
  readonly sharedCounts?: SharedCounts | undefined
  /** Folder of the built console. Default: `console/dist` of the product. */
  readonly consoleFolder?: string
}

export interface HttpApp {
  readonly handle: RequestListener
  /** Shares the turns of the event loop between the connections. */
  readonly turns: TurnSharing
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
  const turns = createTurnSharing()
  const answerNeeds = {
    ...needs,
    turns,
    limiters,
    matchRoute: createRouting(needs.routes),
    consoleFiles: openConsoleFiles(needs.consoleFolder),
    sendResponse: createSender((error) => logCutOff(needs, error)),
  }
  return {
    // Koa's own handler would watch the connection of every request, and asks of a stream whether it is a `Response`:
    // for that, Node loads its own HTTP client, which holds the event loop for 50 ms in the middle of the first export.
    handle(request, response) {
      const ctx = koa.createContext<RequestState>(request, response)
      answerRequest(answerNeeds, ctx).catch((error: Error) => ctx.onerror(error))
    },
    turns,
    refuseUnparsed: createUnparsedRefusal({ ...needs, anonymous: limiters.anonymous }),
  }
}

const refusedInTheMiddle: ReadonlySet<string> = new Set([
  'unauthenticated',
  'missing_permission',
  'not_found',
])

/** A refusal in the middle, as of an export whose user was disabled meanwhile, is no failure. */
function logCutOff({ log }: Pick<HttpNeeds, 'log'>, error: Error): void {
  if (error instanceof AppError && refusedInTheMiddle.has(error.code))
    log.info('response_cut_off', { reason: error.code })
  else log.error('response_failed', {}, error)
}
