// `svc retention show`: prints the floor in law, the bank's own period and what is due, by market and kind of data.

import type { Command } from 'commander'
import { countDueOf, isAutomatic, retentionRules } from '../../server/erasure/retention-rules.ts'
import { printPeriod } from '../../server/markets/retention-period.ts'
import type { CommandContext } from '../context.ts'
import { examples } from '../root-command.ts'
import { renderTable, type TableColumn } from '../text/table.ts'

const countedMax = 100_000

export function define(command: Command, context: CommandContext): void {
  command
    .addHelpText('before', examples('svc retention show', 'svc retention show --json'))
    .action(() => show(context))
}

async function show({ io, session }: CommandContext): Promise<void> {
  const { db, clock, config } = await session.appliance()
  const counting = { nowMs: clock.now(), max: countedMax }
  const rows: RuleJson[] = []
  for (const rule of retentionRules(config.retention)) {
    const { country, kind, floor, period } = rule
    const due = await countDueOf(db.reader, rule, counting)
    rows.push({
      country,
      kind,
      floor_years: floor.years,
      from: floor.from,
      ground: floor.ground,
      law: floor.law.en,
      source: floor.source,
      certainty: floor.certainty,
      ceiling: floor.ceiling.en,
      disposal_approval: floor.disposalApproval ?? null,
      period: period === undefined ? null : printPeriod(period),
      automatic: isAutomatic(rule),
      due: due ?? null,
    })
  }
  io.show({ items: rows }, () => renderTable(io.out, columns, rows))
  if (io.isJson) return
  io.say('Set periods with SVC_RETENTION_CLIENT, _APPLICANT, _APPLICANT_IMAGES and _SANDBOX.')
  io.say('Sources and what they are worth: svc help retention. Not legal advice.')
}

interface RuleJson {
  readonly country: string
  readonly kind: string
  /** 0: no floor. */
  readonly floor_years: number
  readonly from: string
  readonly ground: string
  readonly law: string
  readonly source: string
  readonly certainty: string
  readonly ceiling: string
  readonly disposal_approval: string | null
  /** null: not set, nothing is erased by itself. */
  readonly period: string | null
  readonly automatic: boolean
  /** Verifications whose period is over, holds included; null without a period. */
  readonly due: number | null
}

const columns: readonly TableColumn<RuleJson>[] = [
  { title: 'MARKET', cell: ({ country }) => country },
  { title: 'KIND', cell: ({ kind }) => kind },
  { title: 'FLOOR', cell: ({ floor_years: years }) => (years === 0 ? 'none' : `${years}y`) },
  { title: 'FROM', cell: ({ from }) => from },
  { title: 'SET', cell: ({ period }) => period ?? 'not set' },
  { title: 'DUE', cell: ({ due }) => (due === null ? '-' : countText(due)) },
  { title: 'GROUND', cell: ({ law }) => law, shrinks: true },
]

function countText(count: number): string {
  return count >= countedMax ? `${countedMax}+` : String(count)
}
