// Takes the reports of browsers that found something on our page that its policy forbids. Of a report only
// the directive is logged: the rest are addresses and texts that whoever sends it chose.

import type { Config } from '../config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { openBody } from './body-stream.ts'
import type { Exchange, Step } from './exchange.ts'

export const cspReportPath = '/console/api/csp-report'

const bytesMax = 16 * 1024

export interface CspReportNeeds {
  readonly config: Pick<Config, 'bodyTimeoutMs'>
  readonly clock: Clock
  readonly log: Log
}

/** Counted like any request of a stranger, so that nobody fills the log with it. */
export function takeCspReports(needs: CspReportNeeds): Step {
  return async (exchange, next) => {
    const { found } = exchange.state
    const isShut = found.kind === 'outside' && found.shut !== undefined
    if (isShut || exchange.path !== cspReportPath || exchange.method !== 'POST') return next()
    const reason = directiveOf(await readText(needs, exchange)) ?? 'unreadable'
    needs.log.warn('csp_violation', { request_id: exchange.state.requestId, reason })
    exchange.status = 204
  }
}

/** @throws AppError `payload_too_large`, `invalid_request` */
async function readText({ config, clock }: CspReportNeeds, exchange: Exchange): Promise<string> {
  const limits = { bytesMax, timeoutMs: config.bodyTimeoutMs }
  const chunks: Buffer[] = []
  const source = { request: exchange.req, response: exchange.res }
  for await (const chunk of openBody(clock, source, limits)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function directiveOf(text: string): string | undefined {
  const named =
    /"(?:effective-directive|violated-directive|effectiveDirective)"\s*:\s*"([a-z-]{1,40})/
  return named.exec(text)?.[1]
}
