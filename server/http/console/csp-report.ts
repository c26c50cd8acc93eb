// Receives CSP violation reports from browsers. Only the directive is logged, because whoever sends a report
// chooses the rest of it.

import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { readBody } from '../bodies/read-body.ts'
import type { TurnSharing } from '../connections/turn-sharing.ts'
import type { Context } from '../context.ts'
import type { HttpConfig } from '../http-config.ts'

export const cspReportPath = '/console/api/csp-report'

const bytesMax = 16 * 1024

interface CspReportNeeds {
  readonly config: Pick<HttpConfig, 'bodyTimeoutMs'>
  readonly clock: Clock
  readonly log: Log
  readonly turns: Pick<TurnSharing, 'note'>
}

/** Reports are rate-limited like anonymous requests, so that nobody can fill the log. */
export async function takeCspReport(needs: CspReportNeeds, ctx: Context): Promise<void> {
  const reason = directiveOf(await readText(needs, ctx)) ?? 'unreadable'
  needs.log.warn('csp_violation', { request_id: ctx.state.requestId, reason })
  ctx.state.response.status = 204
}

export function isCspReport({ method, path, state: { route } }: Context): boolean {
  if (method !== 'POST' || path !== cspReportPath) return false
  return route.kind !== 'outside' || route.unavailable === undefined
}

/** @throws AppError `payload_too_large`, `invalid_request` */
async function readText(needs: CspReportNeeds, ctx: Context): Promise<string> {
  const { clock, config, turns } = needs
  const limits = { bytesMax, timeoutMs: config.bodyTimeoutMs }
  const { req, res } = ctx
  const source = { request: req, response: res, onChunk: () => turns.note(req.socket) }
  return (await readBody(clock, source, limits)).toString('utf8')
}

function directiveOf(text: string): string | undefined {
  const named =
    /"(?:effective-directive|violated-directive|effectiveDirective)"\s*:\s*"([a-z-]{1,40})/
  return named.exec(text)?.[1]
}
