// Makes routes of the console's rows: the session guard lets users in, and each handler gets its ConsoleRequest.

import { assertOnlyNames } from '../http/bodies/known-query.ts'
import { parsedQuery } from '../http/bodies/parsed-query.ts'
import type { Context, Route } from '../http/context.ts'
import type { RouteRequest } from '../http/route-request.ts'
import type { ConsoleRequest, ConsoleRoute } from './console-route.ts'
import { readCookie } from './session-cookie.ts'
import { admitUser, type SessionGuard } from './session-guard.ts'

export function serveConsoleRoute(sessionGuard: SessionGuard, route: ConsoleRoute): Route {
  return {
    ...route,
    admit: (ctx) => admitUser(sessionGuard, ctx, route),
    admitAgain: (ctx) => admitUser(sessionGuard, ctx, route),
    answer: (request, ctx) => route.answer(consoleRequestOf(request, ctx)),
  }
}

function consoleRequestOf(request: RouteRequest, ctx: Context): ConsoleRequest {
  const { state } = ctx
  const { requestId, clientAddress, isTls, browser } = request
  return {
    requestId,
    clientAddress,
    isTls,
    browser,
    param: (name) => request.param(name),
    query(names) {
      assertOnlyNames(parsedQuery(ctx), names)
      return request.query(names)
    },
    json: () => request.json(),
    cookie: (name) => readCookie(ctx.get('Cookie'), name),
    get signal() {
      return request.signal
    },
    get signedIn() {
      if (state.signedIn === undefined) throw new Error('this endpoint requires no session')
      return state.signedIn
    },
  }
}
