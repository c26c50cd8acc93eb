// Checks the bill of the usage model: every total that the API and the CLI report must equal the total of the listed
// events.

import { execFile } from 'node:child_process'
import { isDeepStrictEqual, promisify } from 'node:util'
import type {
  UsageCountJson,
  UsageEventJson,
  UsageSummaryJson,
  UsageTotalsJson,
} from '../../server/api/usage/usage-api.ts'
import { dayMs } from '../../server/kernel/durations.ts'
import { launcher } from './child-server.ts'

interface BillNeeds {
  readonly env: Readonly<Record<string, string>>
  readonly environment: 'sandbox' | 'live'
  /** Reads one page or document of the API. */
  readonly read: (path: string) => Promise<unknown>
  readonly nowMs: number
}

export async function readEvents({ read }: BillNeeds): Promise<readonly UsageEventJson[]> {
  const items: UsageEventJson[] = []
  let cursor = ''
  for (;;) {
    const page = (await read(`/usage?limit=100${cursor}`)) as {
      items: readonly UsageEventJson[]
      next_cursor: string | null
    }
    items.push(...page.items)
    if (page.next_cursor === null) return items
    cursor = `&cursor=${page.next_cursor}`
  }
}

/** Returns the totals that differ from the events; must be none. */
export async function findDisagreements(
  needs: BillNeeds,
  events: readonly UsageEventJson[],
): Promise<readonly string[]> {
  const reported = await readTotals(needs)
  const expected = totalsOf(events)
  const odd = events.filter((event) => !isAsMetered(event, needs.environment))
  return [
    ...odd.map((event) => `${needs.environment} event: ${JSON.stringify(event)}`),
    ...Object.entries(reported.totals)
      .filter(([, totals]) => !isDeepStrictEqual(totals, expected))
      .map(([name, totals]) => `${needs.environment} ${name}: ${JSON.stringify(totals)}`),
    ...(reported.isCommandEqual
      ? []
      : [`${needs.environment}: svc usage --json is not the API's answer`]),
  ]
}

function isAsMetered(event: UsageEventJson, environment: BillNeeds['environment']): boolean {
  const type = event.source === 'verification' ? 'kyc.verify' : 'score.get'
  return (
    event.environment === environment &&
    event.billable === (environment === 'live') &&
    event.type === type &&
    event.quantity === 1
  )
}

async function readTotals(needs: BillNeeds) {
  const { read, nowMs } = needs
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const [from, to] = [dayAt(nowMs - 2 * dayMs), dayAt(nowMs + dayMs)]
  const list = (await read('/usage?limit=1')) as { totals: UsageTotalsJson }
  const totals: Record<string, UsageTotalsJson> = { 'totals of the list': list.totals }
  const summaries: Record<string, UsageSummaryJson> = {}
  for (const grouping of ['day', 'month', 'type', 'api_key']) {
    const path = `/usage/summary?group_by=${grouping}&from=${from}&to=${to}`
    const summary = (await read(path)) as UsageSummaryJson
    summaries[grouping] = summary
    totals[`totals by ${grouping}`] = summary.totals
    totals[`groups by ${grouping}`] = addUp(summary.items)
  }
  const asked = ['--from', from, '--to', to, '--env', needs.environment]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [launcher, 'usage', ...asked, '--json'],
    { env: { ...needs.env, PATH: process.env.PATH ?? '' } },
  )
  return { totals, isCommandEqual: isDeepStrictEqual(JSON.parse(stdout), summaries.day) }
}

function totalsOf(events: readonly UsageEventJson[]): UsageTotalsJson {
  const countOf = (some: readonly UsageEventJson[]): UsageCountJson => ({
    events: some.length,
    quantity: sum(some.map(({ quantity }) => quantity)),
    billable_quantity: sum(some.map(({ billable, quantity }) => (billable ? quantity : 0))),
  })
  const ofType = (type: string) => countOf(events.filter((event) => event.type === type))
  const by_type = { 'kyc.verify': ofType('kyc.verify'), 'score.get': ofType('score.get') }
  return { ...countOf(events), by_type }
}

function addUp(groups: readonly UsageTotalsJson[]): UsageTotalsJson {
  const countOf = (counts: readonly UsageCountJson[]): UsageCountJson => ({
    events: sum(counts.map(({ events }) => events)),
    quantity: sum(counts.map(({ quantity }) => quantity)),
    billable_quantity: sum(counts.map((one) => one.billable_quantity)),
  })
  const ofType = (type: 'kyc.verify' | 'score.get') =>
    countOf(groups.map(({ by_type }) => by_type[type]))
  const by_type = { 'kyc.verify': ofType('kyc.verify'), 'score.get': ofType('score.get') }
  return { ...countOf(groups), by_type }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
