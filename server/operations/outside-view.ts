// Reads what is on record of those whom the product asks: the ledger of outbound calls and the ends of live
// verifications. Bounded, whatever there is of them.

import type { Reader } from '../db/transaction.ts'
import { firstIdAt } from '../kernel/ids.ts'
import type { OutboundOutcome, OutboundPurpose } from '../outbound/outbound.ts'
import type { ReasonCode } from '../verifications/reasons.ts'
import {
  type CallMade,
  judgeProvider,
  judgeScoring,
  type OperatorReason,
  type OutsideStatus,
  operatorReasons,
  type Refusals,
} from './outside-policy.ts'

/** Older than this it says little of today. */
const lookedBackMs = 7 * 24 * 60 * 60 * 1000
/** Of each purpose. */
const callsLookedAtMax = 50
const verificationsLookedAtMax = 50

/** Of whoever was called: the call has not ended, or it was us who ended it. */
const saysNothing: readonly OutboundOutcome[] = ['begun', 'cut_off', 'aborted']

const live = 'live'

export async function readOutside(db: Reader, nowMs: number): Promise<OutsideStatus> {
  const from = nowMs - lookedBackMs
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
    .where('outcome', 'not in', saysNothing)
    .orderBy('id', 'desc')
    .limit(callsLookedAtMax)
    .execute()
}

/** What Smile ID says is 200, or one of the refusals that it makes; the rest comes from something in between. */
async function listProviderCalls(db: Reader, from: number): Promise<readonly CallMade[]> {
  const purposes = ['identity.submit', 'identity.upload', 'identity.status'] as const
  const found: CallRow[] = []
  for (const purpose of purposes) found.push(...(await listCalls(db, purpose, from)))
  return found
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .map((row) => callMade(row, isFromProvider))
}

function isFromProvider(status: number): boolean {
  return status === 200 || (status >= 400 && status <= 403)
}

/** An engine has one answer that is of use. */
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
    .selectFrom('verification_marks as mark')
    .innerJoin('verifications', 'verifications.id', 'mark.verification_id')
    .select('completed_at')
    .where('mark.environment', '=', live)
    .where('mark.mark', '=', `reason:${reason}`)
    .where('mark.verification_id', '>=', firstIdAt('ver', from))
    .orderBy('mark.verification_id', 'desc')
    .limit(verificationsLookedAtMax)
    .execute()
  return latestOf(rows)
}

async function latestDecidedAt(db: Reader, from: number): Promise<number | undefined> {
  const found: { readonly completed_at: number | null }[] = []
  for (const status of ['approved', 'declined'] as const) {
    const rows = await db
      .selectFrom('verifications')
      .select('completed_at')
      .where('environment', '=', live)
      .where('status', '=', status)
      .where('id', '>=', firstIdAt('ver', from))
      .orderBy('id', 'desc')
      .limit(verificationsLookedAtMax)
      .execute()
    found.push(...rows)
  }
  return latestOf(found)
}

async function latestAcceptedAt(db: Reader, from: number): Promise<number | undefined> {
  const calls = await listCalls(db, 'identity.submit', from)
  return calls.find(({ outcome, status }) => outcome === 'answered' && status === 200)?.started_at
}

/** Newest first. */
async function listSkipped(db: Reader, from: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('verifications')
    .select(['scoring', 'completed_at'])
    .where('environment', '=', live)
    .where('id', '>=', firstIdAt('ver', from))
    .orderBy('id', 'desc')
    .limit(verificationsLookedAtMax)
    .execute()
  const asked = rows.filter(({ scoring }) => scoring === 'skipped' || scoring === 'attached')
  const attached = asked.findIndex(({ scoring }) => scoring === 'attached')
  const skipped = attached === -1 ? asked : asked.slice(0, attached)
  return skipped.flatMap(({ completed_at }) => (completed_at === null ? [] : [completed_at]))
}

function latestOf(rows: readonly { readonly completed_at: number | null }[]): number | undefined {
  const times = rows.flatMap(({ completed_at }) => (completed_at === null ? [] : [completed_at]))
  return times.length === 0 ? undefined : Math.max(...times)
}
