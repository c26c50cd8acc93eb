// The rows of the reader of zones: what it reads of simulated photos, of specimens beside the repository and of pages
// without a zone; processor time and memory of its process; the delay of the event loop that orders. Linux only
// (/proc).

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { MrzAnswer, MrzReader } from '../../../server/mrz/mrz-reading.ts'
import { openMrzReader } from '../../../server/mrz/open-mrz-reader.ts'
import { childPid, cpuMsOf, residentMb } from '../proc-figures.ts'
import type { Bench, Line, Measured, Row } from '../row.ts'
import { fixturePhotos, pagesWithoutZone, type ZonePhoto, zonePhotos } from '../zone-pictures.ts'

const lingerMs = 2_000
const delayed = 10

const figure = (label: string, unit: Line['unit'], atMost: number): Line => ({
  label,
  unit,
  limit: { kind: 'figure', atMost },
})

export const mrzRow: Row = {
  name: 'mrz',
  about: 'the reader of zones: share read, wrong readings, processor time, delay, memory',
  isByNameOnly: true,
  lines: [
    figure('mrz percent not valid', '', 3),
    figure('mrz wrong digits called valid', '', 0),
    figure('mrz other formats percent not valid', '', 3),
    figure('mrz fixtures not exact', '', 0),
    figure('mrz pages called valid', '', 0),
    figure('mrz processor median', 's', 0.8),
    figure('mrz processor p90', 's', 1.5),
    figure('mrz processor longest', 's', 3),
    figure('mrz loop delay p99', 'ms', 20),
    figure('mrz memory added', 'MB', 250),
    figure('mrz processes after idling', '', 0),
  ],
  async measure(bench) {
    const own = residentMb(process.pid)
    const reader = openMrzReader({
      today: () => new Date('2026-11-23T12:00:00Z'),
      limits: { lingerMs },
    })
    try {
      return await measureAll(reader, { bench, own })
    } finally {
      reader.close()
    }
  },
}

async function measureAll(
  reader: MrzReader,
  { bench, own }: { readonly bench: Bench; readonly own: number },
): Promise<readonly Measured[]> {
  const main = await readAll(reader, zonePhotos(['TD3', 'TD1'], 36), bench)
  const others = await readAll(reader, zonePhotos(['TD2', 'FR-ID', 'MRV-A', 'MRV-B'], 8), bench)
  const fixtures = await readAll(reader, fixturePhotos(), bench)
  const pages = await readAll(reader, pagesWithoutZone(200), bench)
  const all = [...main, ...others, ...fixtures, ...pages]
  const seconds = all.map((one) => one.seconds).toSorted((one, other) => one - other)
  const at = (share: number) => seconds[Math.floor((seconds.length - 1) * share)] ?? 0
  const delay = await delayWhileReading(reader, main)
  const readerMb = Math.max(...all.map((one) => one.memoryMb))
  const memory = Math.max(0, residentMb(process.pid) - own)
  await pause(lingerMs + 1_000)
  return [
    share(main),
    count(all, ({ isWrong }) => isWrong),
    share(others),
    fixtures.length === 0
      ? { kind: 'not-run', why: 'no folder of fixtures (SVC_TEST_FIXTURES)' }
      : count(fixtures, ({ isExact }) => !isExact),
    count(pages, ({ isValid }) => isValid),
    { kind: 'figure', ours: at(0.5) },
    { kind: 'figure', ours: at(0.9) },
    { kind: 'figure', ours: at(1) },
    { kind: 'figure', ours: delay },
    {
      kind: 'figure',
      ours: readerMb,
      details: [`the process that orders grew by ${memory} MB, photos drawn in it included`],
    },
    { kind: 'figure', ours: childPid('mrz-program') === undefined ? 0 : 1 },
  ]
}

interface Outcome {
  readonly name: string
  readonly picture: Buffer
  readonly isValid: boolean
  readonly isExact: boolean
  /** Called valid, though a character that a check digit protects is another. */
  readonly isWrong: boolean
  readonly seconds: number
  readonly memoryMb: number
}

async function readAll(
  reader: MrzReader,
  photos: AsyncIterable<ZonePhoto>,
  bench: Bench,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for await (const photo of photos) {
    const before = cpuMsOf(childPid('mrz-program')) ?? 0
    const answer = await reader.read(photo.picture)
    const pid = childPid('mrz-program')
    const seconds = ((cpuMsOf(pid) ?? 0) - before) / 1000
    const memoryMb = pid === undefined ? 0 : residentMb(pid)
    const outcome = { ...judge(photo, answer), seconds, memoryMb }
    outcomes.push(outcome)
    if (photo.lines !== undefined && !(outcome.isExact && outcome.isValid)) {
      bench.say(`${photo.name}: ${'verdict' in answer ? answer.verdict : answer.failure}`)
    }
  }
  return outcomes
}

function judge({ name, picture, lines }: ZonePhoto, answer: MrzAnswer) {
  const read = 'verdict' in answer && answer.verdict !== 'no_zone' ? answer : undefined
  const isValid = read?.verdict === 'valid'
  const isExact = lines !== undefined && read?.lines.join('\n') === lines.join('\n')
  return { name, picture, isValid, isExact, isWrong: isValid && differs(read.lines, lines) }
}

/** In a character of the lines with digits, which the check digits protect; names have none. */
function differs(read: readonly string[], lines: readonly string[] | undefined): boolean {
  if (lines === undefined) return true
  const ofDigits = (all: readonly string[]) => (all.length === 3 ? all.slice(0, 2) : all.slice(1))
  return ofDigits(read).join('\n') !== ofDigits(lines).join('\n')
}

function share(outcomes: readonly Outcome[]): Measured {
  const notValid = outcomes.filter(({ isValid }) => !isValid)
  const exact = outcomes.filter(({ isExact }) => isExact).length
  return {
    kind: 'figure',
    ours: (100 * notValid.length) / outcomes.length,
    details: [
      `of ${outcomes.length} photos ${outcomes.length - notValid.length} valid, ${exact} exact`,
    ],
  }
}

function count(outcomes: readonly Outcome[], isCounted: (one: Outcome) => boolean): Measured {
  const counted = outcomes.filter(isCounted)
  const details = counted.length === 0 ? [] : [counted.map(({ name }) => name).join(', ')]
  return {
    kind: 'figure',
    ours: counted.length,
    details: [`of ${outcomes.length} pictures`, ...details],
  }
}

/** Milliseconds, p99, of the process that holds the reader as the server does. */
async function delayWhileReading(reader: MrzReader, outcomes: readonly Outcome[]): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await Promise.all(outcomes.slice(0, delayed).map(({ picture }) => reader.read(picture)))
  delay.disable()
  return Math.max(0, delay.percentile(99) / 1e6 - 5)
}
