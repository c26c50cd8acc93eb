// Reads the status of the identity provider and the scoring engine from the outbound log and the outcomes of live
// verifications, with bounded queries.

import type { Reader } from '../../db/transaction.ts'
import type { OutboundOutcome, OutboundPurpose } from '../../egress/outbound.ts'
import { dayMs } from '../../kernel/durations.ts'
import { firstIdAt } from '../../kernel/ids.ts'
import type { ReasonCode } from '../../verifications/reasons.ts'
import {
  type CallMade,
  judgeProvider,
  judgeScoring,
  type OperatorReason,
  operatorReasons,
  type Refusals,
  type ServiceStatus,
} from './service-status-policy.ts'

/** Older records say little about the current status. */
const periodMs = 7 * dayMs
/** Per purpose. */
const callsReadMax = 50
const verificationsReadMax = 50

/** Outcomes that say nothing about the service: the call has not ended, or we ended it. */
const inconclusive: readonly OutboundOutcome[] = ['begun', 'cut_off', 'aborted']

const live = 'live'

export async function readServices(db: Reader, nowMs: number): Promise<ServiceStatus> {
  const from = nowMs - periodMs
  return {
    provider: judgeProvider(await listProviderCalls(db, from), await readRefusals(db, from)),
    scoring: judgeScoring(await listScoringCalls(db, from), await listSkipped(db, from)),
  }
}

interface CallRow {
  readonly id: string
  readonly started_at: number
  readonly outcome: string
  readonly status: number | null
}

async function listCalls(
  db: Reader,
  purpose: OutboundPurpose,
  from: number,
): Promise<readonly CallRow[]> {
  return db
    .selectFrom('outbound_calls')
    .select(['id', 'started_at', 'outcome', 'status'])
    .where('purpose', '=', purpose)
    .where('id', '>=', firstIdAt('out', from))
    .where('outcome', 'not in', inconclusive)
    .orderBy('id', 'desc')
    .limit(callsReadMax)
    .execute()
}

/** A provider answers with success or a refusal (400 to 403); other statuses come from intermediaries. */
async function listProviderCalls(db: Reader, from: number): Promise<readonly CallMade[]> {
  const purposes = ['identity.submit', 'identity.upload', 'identity.status'] as const
  const calls: CallRow[] = []
  for (const purpose of purposes) calls.push(...(await listCalls(db, purpose, from)))
  return calls
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .map((row) => callMade(row, isFromProvider))
}

function isFromProvider(status: number): boolean {
  return isSuccess(status) || (status >= 400 && status <= 403)
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** Only 200 is a usable answer of the engine. */
async function listScoringCalls(db: Reader, from: number): Promise<readonly CallMade[]> {
  const rows = await listCalls(db, 'score', from)
  return rows.map((row) => {
    const call = callMade(row, (status) => status === 200)
    return row.outcome === 'timeout' ? { ...call, ending: 'timed_out' } : call
  })
}

function callMade(row: CallRow, isAnswer: (status: number) => boolean): CallMade {
  const isAnswered = row.outcome === 'answered' && isAnswer(row.status ?? 0)
  return { startedAt: row.started_at, ending: isAnswered ? 'answered' : 'failed' }
}

async function readRefusals(db: Reader, from: number): Promise<Refusals> {
  const latest: Partial<Record<OperatorReason, number>> = {}
  for (const reason of operatorReasons) {
    const at = await latestEndFor(db, reason, from)
    if (at !== undefined) latest[reason] = at
  }
  return {
    latest,
    acceptedAt: await latestAcceptedAt(db, from),
    decidedAt: await latestDecidedAt(db, from),
  }
}

async function latestEndFor(
  db: Reader,
  reason: ReasonCode,
  from: number,
): Promise<number | undefined> {
  const rows = await db
    .selectFrom('verification_tags as tag')
    .innerJoin('verifications', 'verifications.id', 'tag.verification_id')
    .select('completed_at')
    .where('tag.environment', '=', live)
    .where('tag.tag', '=', `reason:${reason}`)
    .where('tag.verification_id', '>=', firstIdAt('ver', from))
    .orderBy('tag.verification_id', 'desc')
    .limit(verificationsReadMax)
    .execute()
  return latestOf(rows)
}

async function latestDecidedAt(db: Reader, from: number): Promise<number | undefined> {
  const decided: { readonly completed_at: number | null }[] = []
  for (const status of ['approved', 'declined'] as const) {
    const rows = await db
      .selectFrom('verifications')
      .select('completed_at')
      .where('environment', '=', live)
      .where('status', '=', status)
      .where('id', '>=', firstIdAt('ver', from))
      .orderBy('id', 'desc')
      .limit(verificationsReadMax)
      .execute()
    decided.push(...rows)
  }
  return latestOf(decided)
}

async function latestAcceptedAt(db: Reader, from: number): Promise<number | undefined> {
  const calls = await listCalls(db, 'identity.submit', from)
  return calls.find(({ outcome, status }) => outcome === 'answered' && isSuccess(status ?? 0))
    ?.started_at
}

/** Returns when verifications completed without their requested score since the last score, newest first. */
async function listSkipped(db: Reader, from: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('verifications')
    .select(['scoring', 'completed_at'])
    .where('environment', '=', live)
    .where('id', '>=', firstIdAt('ver', from))
    .orderBy('id', 'desc')
    .limit(verificationsReadMax)
    .execute()
  const requested = rows.filter(({ scoring }) => scoring === 'skipped' || scoring === 'attached')
  const attached = requested.findIndex(({ scoring }) => scoring === 'attached')
  const skipped = attached === -1 ? requested : requested.slice(0, attached)
  return skipped.flatMap(({ completed_at }) => (completed_at === null ? [] : [completed_at]))
}

function latestOf(rows: readonly { readonly completed_at: number | null }[]): number | undefined {
  const times = rows.flatMap(({ completed_at }) => (completed_at === null ? [] : [completed_at]))
  return times.length === 0 ? undefined : Math.max(...times)
}
