// Measures what one receiver that never answers costs the others. Ten webhook endpoints get the same events; the
// tenth works, is absent, hangs from the first request, or stops answering midway. Prints the delivery rates to the
// other nine, then their delays under a steady load.
//
//   node scripts/bench/webhooks/isolation.ts [events, default 2000] [runs, default 3]

import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { median, type Spread, spreadOf } from '../spread.ts'
import { openBenchAppliance } from './bench-appliance.ts'
import { type BenchReceiver, startReceiver } from './receiver.ts'

const events = Number(process.argv[2] ?? 2_000)
const runs = Number(process.argv[3] ?? 3)
const othersCount = 9
const steadyEventsPerSecond = 50
const steadyForMs = 10_000
const pollEveryMs = 5

/** Behaviour of the tenth endpoint. */
const tenths = ['well', 'absent', 'hang', 'stall'] as const
type Tenth = (typeof tenths)[number]

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
const receiver = await startReceiver(folder)
const rates: Record<Tenth, number[]> = { well: [], absent: [], hang: [], stall: [] }
// Warm-up, not counted.
await rateOfOthers(receiver, 'well', runs)
for (let run = 0; run < runs; run += 1) {
  for (const tenth of tenths) rates[tenth].push(await rateOfOthers(receiver, tenth, run))
}
const delays = {
  well: await delayOfOthers(receiver, 'well'),
  hang: await delayOfOthers(receiver, 'hang'),
  stall: await delayOfOthers(receiver, 'stall'),
}
receiver.stop()
rmSync(folder, { recursive: true })
const ratio = (one: Tenth, other: Tenth) =>
  Number((median(rates[one]) / median(rates[other])).toFixed(2))
console.log(
  JSON.stringify({
    events,
    runs,
    deliveries_per_second_to_the_nine: Object.fromEntries(
      tenths.map((tenth) => [tenth, rates[tenth].map(Math.round)]),
    ),
    ratio_hang_to_well: ratio('hang', 'well'),
    ratio_hang_to_absent: ratio('hang', 'absent'),
    ratio_stall_to_well: ratio('stall', 'well'),
    ratio_stall_to_absent: ratio('stall', 'absent'),
    steady_deliveries_per_second: steadyEventsPerSecond * (othersCount + 1),
    commit_to_arrival_ms: delays,
    load_average: loadavg(),
  }),
)

function pathsOf(kind: string, tenth: Tenth, run: number): readonly string[] {
  const others = Array.from(
    { length: othersCount },
    (_, index) => `/${kind}/${tenth}/${run}/${index}`,
  )
  if (tenth === 'absent') return others
  return [...others, `/${tenth === 'well' ? kind : tenth}/${kind}/${run}/tenth`]
}

/** Returns deliveries per second to the other nine, until their last one is recorded. */
async function rateOfOthers(receiver: BenchReceiver, tenth: Tenth, run: number): Promise<number> {
  const appliance = await openBenchAppliance(receiver, pathsOf('run', tenth, run))
  await appliance.publishMany(events)
  const others = appliance.webhookIds.slice(0, othersCount)
  const startedAt = performance.now()
  appliance.dispatcher.start()
  while (appliance.hasPending(others)) await pause(pollEveryMs)
  const seconds = (performance.now() - startedAt) / 1000
  await appliance.close()
  return (events * othersCount) / seconds
}

/** Measures from an event's commit to its arrival at the other nine, under a steady load. */
async function delayOfOthers(receiver: BenchReceiver, tenth: Tenth): Promise<Spread | undefined> {
  const paths = pathsOf('timed', tenth, 0)
  const appliance = await openBenchAppliance(receiver, paths)
  appliance.dispatcher.start()
  const committedAt: number[] = []
  const startedAt = performance.now()
  const count = (steadyForMs / 1000) * steadyEventsPerSecond
  const commits: Promise<void>[] = []
  for (let number = 0; number < count; number += 1) {
    await pause(startedAt + (number * 1000) / steadyEventsPerSecond - performance.now())
    const commit = appliance.publishEvent(number).then(() => {
      committedAt[number] = performance.timeOrigin + performance.now()
    })
    commits.push(commit)
  }
  await Promise.all(commits)
  while (appliance.hasPending(appliance.webhookIds.slice(0, othersCount))) await pause(pollEveryMs)
  await appliance.close()
  const others = new Set(paths.slice(0, othersCount))
  const arrivals = (await receiver.arrivals()).filter(({ path }) => others.has(path))
  // The dispatcher is woken slightly before this promise resolves.
  const delays = arrivals.map(({ number, atMs }) => Math.max(atMs - (committedAt[number] ?? 0), 0))
  return rounded(spreadOf(delays))
}

function rounded(spread: Spread | undefined): Spread | undefined {
  const round = (ms: number) => Number(ms.toFixed(1))
  return spread && { p50: round(spread.p50), p99: round(spread.p99), max: round(spread.max) }
}
