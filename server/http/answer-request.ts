// Answers one request: every step from its head to its response, in order. A step that has nothing to wait for runs
// in the same turn as the one before, because a promise for each of them would cost more than the steps.

import { apiVersion } from '../kernel/api-version.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { type AnswerErrorNeeds, answerError } from './answer-error.ts'
import { callRoute } from './call-route.ts'
import { type EndRequestNeeds, endRequest } from './connections/linger.ts'
import { isCspReport, takeCspReport } from './console/csp-report.ts'
import { type ServeConsoleNeeds, serveConsole } from './console/serve-console.ts'
import type { Context } from './context.ts'
import { answerHealth } from './health.ts'
import { inspectRequest } from './inspect-request.ts'
import { type LimitRateNeeds, limitRate, refuseMalformedHead } from './limits/limit-rate.ts'
import { type OpenContextNeeds, openContext } from './open-context.ts'
import type { OpenRequestNeeds } from './open-request.ts'
import { logRequest } from './request-log.ts'

export interface AnswerNeeds
  extends OpenContextNeeds,
    AnswerErrorNeeds,
    LimitRateNeeds,
    ServeConsoleNeeds,
    OpenRequestNeeds,
    EndRequestNeeds {
  readonly config: OpenContextNeeds['config'] &
    AnswerErrorNeeds['config'] &
    OpenRequestNeeds['config']
  readonly clock: Clock
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'request'>
  /** Called when a request has arrived, before anything is read for it from the database. */
  readonly shareReads: () => void
  /** Counts a refused request for the audit log. */
  readonly countRefusal?: (ctx: Context) => Promise<void>
}

export async function answerRequest(needs: AnswerNeeds, ctx: Context): Promise<void> {
  openContext(needs, ctx)
  if (!answerHealth(ctx)) await answerLogged(needs, ctx)
  return endRequest(needs, ctx)
}

/** Counting and logging come after the errors are answered, so that they see the final status. */
async function answerLogged(needs: AnswerNeeds, ctx: Context): Promise<void> {
  const { clock } = needs
  const startedAt = clock.now()
  needs.shareReads()
  ctx.state.response.headers['Svc-Version'] = apiVersion
  try {
    await answerChecked(needs, ctx)
  } catch (error) {
    answerError(needs, ctx, error)
  }
  if (ctx.state.refusal !== undefined) await needs.countRefusal?.(ctx)
  logRequest(needs, ctx, clock.now() - startedAt)
}

/** @throws AppError for every refusal, and whatever the route throws */
async function answerChecked(needs: AnswerNeeds, ctx: Context): Promise<void> {
  // Before the console's files and the routes: a malformed request reaches neither.
  const { flaw } = ctx.state
  if (flaw !== undefined) await refuseMalformedHead(needs, ctx, flaw)
  if (serveConsole(needs, ctx)) return
  const isBelowPrefix = ctx.state.route.kind !== 'outside'
  if (isBelowPrefix) await limitRate(needs, ctx)
  // After the rate limit: reports are limited like anonymous requests.
  if (isCspReport(ctx)) return takeCspReport(needs, ctx)
  if (isBelowPrefix) inspectRequest(needs.log, ctx)
  return callRoute(needs, ctx)
}
