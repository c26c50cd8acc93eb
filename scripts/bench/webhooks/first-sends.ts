// Measures how soon after a start the first delivery that was due is sent. Pure.

import { type Spread, spreadOf } from '../spread.ts'
import type { DeliveryRecord } from './delivery-records.ts'
import type { Arrival } from './kill-ledger.ts'
import { type Life, lifeAt } from './kill-verdict.ts'

export interface FirstSends {
  /** Starts with due deliveries; the sum of `measured` and `killedFirst`. */
  readonly starts: number
  readonly measured: number
  /** Starts that were killed before a due delivery arrived. */
  readonly killedFirst: number
  /** The longest of those lives, from the started line to the kill. */
  readonly killedFirstMsMax: number
  readonly fromStartedMs: Spread | undefined
  readonly fromSpawnMs: Spread | undefined
}

export function measureFirstSends(input: {
  readonly lives: readonly Life[]
  readonly arrivals: readonly Arrival[]
  readonly deliveries: readonly DeliveryRecord[]
  /** Delay after every failed attempt. */
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
      // The delivery was due at the start of every life after `dueAtMs`, up to the life that sent it.
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
