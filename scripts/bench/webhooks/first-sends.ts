// How soon after a start the first of the deliveries that were waiting is sent. Pure.

import type { DeliveryRecord } from './delivery-records.ts'
import type { Arrival } from './kill-ledger.ts'
import { type Life, lifeAt } from './kill-verdict.ts'
import { type Spread, spreadOf } from './spread.ts'

export interface FirstSends {
  /** Starts that found something due; each is one of the next two. */
  readonly starts: number
  readonly measured: number
  /** Killed before anything of what was due could arrive. */
  readonly killedFirst: number
  /** The longest that one of these had lived since it said that it had started. */
  readonly killedFirstMsMax: number
  readonly fromStartedMs: Spread | undefined
  readonly fromSpawnMs: Spread | undefined
}

export function measureFirstSends(input: {
  readonly lives: readonly Life[]
  readonly arrivals: readonly Arrival[]
  readonly deliveries: readonly DeliveryRecord[]
  /** After every failed attempt. */
  readonly retryDelayMs: number
}): FirstSends {
  const { lives, arrivals, deliveries } = input
  const createdAt = new Map(deliveries.map(({ id, createdAtMs }) => [id, createdAtMs]))
  const waiting = startsWithSomethingDue(input)
  const first = new Map<number, number>()
  for (const { life, deliveryId, atMs } of arrivals) {
    const isOld = (createdAt.get(deliveryId) ?? atMs) < (lives[life]?.spawnedAtMs ?? 0)
    if (isOld && waiting.has(life)) first.set(life, Math.min(first.get(life) ?? atMs, atMs))
  }
  const measured = [...first].flatMap(([life, atMs]) => {
    const { spawnedAtMs, startedAtMs } = lives[life] ?? {}
    if (spawnedAtMs === undefined || startedAtMs === undefined) return []
    return [{ fromStarted: Math.max(atMs - startedAtMs, 0), fromSpawn: atMs - spawnedAtMs }]
  })
  const lived = [...waiting].filter((life) => !first.has(life)).map((life) => livedMs(lives[life]))
  return {
    starts: waiting.size,
    measured: measured.length,
    killedFirst: lived.length,
    killedFirstMsMax: Math.max(0, ...lived),
    fromStartedMs: spreadOf(measured.map(({ fromStarted }) => fromStarted)),
    fromSpawnMs: spreadOf(measured.map(({ fromSpawn }) => fromSpawn)),
  }
}

function startsWithSomethingDue(input: {
  readonly lives: readonly Life[]
  readonly deliveries: readonly DeliveryRecord[]
  readonly retryDelayMs: number
}): ReadonlySet<number> {
  const { lives, deliveries, retryDelayMs } = input
  const waiting = new Set<number>()
  for (const { createdAtMs, attempts } of deliveries) {
    let dueAtMs = createdAtMs
    for (const { startedAtMs, endedAtMs } of attempts) {
      // Due when that life began, and from the same instant in every one before it that is not over.
      const until = lifeAt(lives, startedAtMs)
      for (let life = lifeAt(lives, dueAtMs) + 1; life <= until; life += 1) waiting.add(life)
      dueAtMs = endedAtMs + retryDelayMs
    }
  }
  return waiting
}

function livedMs(life: Life | undefined): number {
  if (life === undefined) return 0
  return (life.killedAtMs ?? Number.POSITIVE_INFINITY) - life.startedAtMs
}
