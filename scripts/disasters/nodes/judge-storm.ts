// Judges the database after the storm: nothing acknowledged is lost, doubled or paid twice, and everything agrees.

import type { Appliance } from '../../../server/appliance.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { verifyAudit } from '../../../server/operations/audit-check/verify-audit.ts'
import { recountUsage } from '../../../server/usage/recount-usage.ts'
import { insideAppliance, twoDaysLater } from '../../bench/inside-appliance.ts'
import { leaseLossesIn } from './lease-losses.ts'
import type { StormAnswer } from './storm-clients.ts'
import type { Round } from './storm-rounds.ts'
import type { StormScene } from './storm-scene.ts'

export interface Judgement {
  readonly verifications: number
  readonly approved: number
  readonly paidOnce: number
  readonly delivered: number
  /** Deliveries that arrived more than once, each in flight at a blow, or when its node lost its lease. */
  readonly doubled: number
  /** How often a node lost its lease: by a blow, or because this machine gave it no processor for 1.8 seconds. */
  readonly leasesLost: number
  /** Uploads that wait for the provider's settling time of 4 minutes. */
  readonly waiting: number
  readonly auditEntries: number
  readonly scheduledRuns: number
  readonly wrong: readonly string[]
}

/** A delivery is in flight from its arrival until its attempt is stored, a scheduled run from its minute on. */
const inFlightMsMax = 3_000
const linesMax = 10

/** @param acknowledged all of them; the nodes may run */
export async function judgeStorm(
  scene: StormScene,
  { acknowledged, rounds }: { acknowledged: readonly StormAnswer[]; rounds: readonly Round[] },
): Promise<Judgement> {
  const wrong: string[] = []
  const say = (lines: readonly string[]) => wrong.push(...lines.slice(0, linesMax))
  const { reader } = scene.db
  const rows = await reader.selectFrom('verifications').select(['id', 'status']).execute()
  const statuses = new Map(rows.map(({ id, status }) => [id, status]))
  const ids = new Set(acknowledged.map(({ id }) => id))
  say(acknowledged.filter(({ id }) => !statuses.has(id)).map(({ id }) => `${id} is lost`))
  say(rows.filter(({ id }) => !ids.has(id)).map(({ id }) => `${id} was acknowledged to nobody`))
  if (ids.size < acknowledged.length) say(['two requests got one verification'])

  const jobs = await reader.selectFrom('provider_jobs').selectAll().execute()
  const nowMs = systemClock.now()
  const settling = new Set(
    jobs
      .filter(({ verification_id: id, upload_started_at: at, submitted_at: done }) => {
        return (
          at !== null && done === null && statuses.get(id) === 'pending' && nowMs - at < 5 * 60_000
        )
      })
      .map(({ verification_id: id }) => id),
  )
  const unended = rows.filter(({ id, status }) => status !== 'approved' && !settling.has(id))
  say(unended.map(({ id, status }) => `${id} is ${status}`))

  const paid = new Map(scene.simulator.ledger().map((entry) => [entry.jobId, entry.paid]))
  say([...paid].filter(([, times]) => times > 1).map(([id, times]) => `${id} was paid ${times}x`))
  const live = jobs.filter(({ verification_id: id }) => statuses.get(id) === 'approved')
  const unpaid = live.filter(({ job_id: id }) => paid.get(id) !== 1)
  say(unpaid.map(({ job_id: id }) => `${id} was paid ${paid.get(id) ?? 0}x and is approved`))

  const usage = await reader.selectFrom('usage_events').select('verification_id').execute()
  const metered = Map.groupBy(usage, (row) => row.verification_id)
  say(
    rows
      .filter(({ id, status }) => (metered.get(id)?.length ?? 0) !== (status === 'pending' ? 0 : 1))
      .map(({ id }) => `${id} was metered ${metered.get(id)?.length ?? 0} times`),
  )
  const delivered = await judgeDeliveries(scene, rounds, say)
  const runs = await reader.selectFrom('scheduled_runs').selectAll().execute()
  const due = runs.filter((run) => run.started_at < nowMs - inFlightMsMax)
  say(due.filter((run) => run.ended_at === null).map(({ task }) => `${task} was not ended`))
  const auditEntries = await judgeWithAppliance(scene, say)
  return {
    verifications: rows.length,
    approved: rows.filter(({ status }) => status === 'approved').length,
    paidOnce: live.length - unpaid.length,
    ...delivered,
    waiting: settling.size,
    auditEntries,
    scheduledRuns: runs.length,
    wrong,
  }
}

async function judgeDeliveries(
  { db, receiver, nodes }: StormScene,
  rounds: readonly Round[],
  say: (lines: readonly string[]) => void,
): Promise<Pick<Judgement, 'delivered' | 'doubled' | 'leasesLost'>> {
  const deliveries = await db.reader
    .selectFrom('webhook_deliveries')
    .select(['id', 'event_id', 'state'])
    .execute()
  const events = await db.reader.selectFrom('events').select('id').execute()
  const sent = new Set(deliveries.map((row) => row.event_id))
  say(events.filter(({ id }) => !sent.has(id)).map(({ id }) => `event ${id} has no delivery`))
  const unsent = deliveries.filter(({ state }) => state !== 'delivered')
  say(unsent.map(({ id, state }) => `delivery ${id} is ${state}`))
  const arrivals = Map.groupBy(receiver.arrivals, ({ deliveryId }) => deliveryId)
  const losses = (await Promise.all(nodes.map(({ logFile }) => leaseLossesIn(logFile)))).flat()
  const isInFlight = (atMs: number) =>
    losses.some((lossMs) => atMs >= lossMs - inFlightMsMax && atMs <= lossMs) ||
    rounds.some(
      ({ kind, fromMs, toMs }) => kind !== 'roll' && atMs >= fromMs - inFlightMsMax && atMs <= toMs,
    )
  const repeated = [...arrivals].filter(([, all]) => all.length > 1)
  say(
    repeated
      .filter(([, all]) => !all.slice(0, -1).every(({ atMs }) => isInFlight(atMs)))
      .map(([id, all]) => `delivery ${id} arrived ${all.length} times, at no blow`),
  )
  const never = deliveries.filter(({ id, state }) => state === 'delivered' && !arrivals.has(id))
  say(never.map(({ id }) => `delivery ${id} never arrived`))
  const delivered = deliveries.length - unsent.length
  return { delivered, doubled: repeated.length, leasesLost: losses.length }
}

function judgeWithAppliance(
  { env }: StormScene,
  say: (lines: readonly string[]) => void,
): Promise<number> {
  const judge = async (appliance: Appliance) => {
    const { isIntact, faults, rowFaults, entries } = await verifyAudit(appliance)
    if (!isIntact) say([`audit: ${JSON.stringify([...faults, ...rowFaults])}`])
    const differences = await recountUsage(appliance, { from: 0 })
    if (differences > 0) say([`${differences} usage counters differ from the events`])
    return entries
  }
  return insideAppliance(env, judge, twoDaysLater)
}
