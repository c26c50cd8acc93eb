// `svc verifications list`: lists verifications, newest first.

import type { Command } from 'commander'
import type { Environment } from '../../server/kernel/environment.ts'
import { decodeCursor, pageLimitDefault, pageLimitMax, toPage } from '../../server/kernel/page.ts'
import { documentTypes } from '../../server/markets/market.ts'
import { parseVerificationFilter } from '../../server/verifications/filter-input.ts'
import { reviewStates } from '../../server/verifications/review-summary.ts'
import { verificationStatuses } from '../../server/verifications/verification.ts'
import { listVerifications } from '../../server/verifications/verification-view.ts'
import type { CommandContext } from '../context.ts'
import type { Io } from '../io.ts'
import { namingOptions } from '../options/option-faults.ts'
import { environmentOption, parseLimit, wordOption } from '../options/option-kinds.ts'
import { examples } from '../root-command.ts'
import { renderTable, type TableColumn } from '../text/table.ts'
import { type ListedVerification, listedVerification, paintStatus } from './show-verification.ts'

interface Options {
  readonly env?: Environment
  readonly status?: string
  readonly country?: string
  readonly idType?: string
  readonly externalRef?: string
  readonly reviewState?: string
  readonly scoringSkipped?: boolean
  readonly from?: string
  readonly to?: string
  readonly limit: number
  readonly cursor?: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .addOption(environmentOption())
    .addOption(wordOption('--status <status>', 'only this status', verificationStatuses))
    .option('--country <code>', 'only this country, such as SN')
    .addOption(wordOption('--id-type <type>', 'only this kind of document', documentTypes))
    .option('--external-ref <text>', 'only this reference of the client')
    .addOption(
      wordOption('--review-state <state>', 'only with a review in this state', reviewStates),
    )
    .option('--scoring-skipped', 'only those whose requested score was skipped')
    .option('--from <when>', 'created at or after this instant or date, UTC')
    .option('--to <when>', 'created before this instant or date, UTC')
    .option('--limit <number>', `how many, at most ${pageLimitMax}`, parseLimit, pageLimitDefault)
    .option('--cursor <text>', 'next_cursor of the page before')
    .addHelpText(
      'before',
      examples(
        'svc verifications list --status pending',
        'svc verifications list --scoring-skipped',
        'svc verifications list --env live --from 2026-11-01 --to 2026-12-01 --json',
      ),
    )
    .action((options: Options) => list(context, options))
}

async function list({ io, session }: CommandContext, options: Options): Promise<void> {
  const filter = namingOptions(optionOfField, () => parseVerificationFilter(fieldsOf(options)))
  const after = options.cursor === undefined ? undefined : decodeCursor(options.cursor, 'ver')
  const { db } = await session.appliance()
  const page = { limit: options.limit, after }
  const rows = await listVerifications(db.reader, { ...filter, environment: options.env }, page)
  const { items, nextCursor } = toPage(rows, options.limit)
  const listed = items.map((item) => listedVerification(item, item.review))
  io.show({ items: listed, next_cursor: nextCursor }, () => toText(io, listed))
  if (nextCursor !== null && !io.isJson) io.say(`More: add --cursor ${nextCursor}`)
}

const optionOfField = {
  status: '--status',
  country: '--country',
  id_type: '--id-type',
  external_ref: '--external-ref',
  review_state: '--review-state',
  scoring_skipped: '--scoring-skipped',
  created_from: '--from',
  created_to: '--to',
}

function fieldsOf(options: Options) {
  const { status, country, idType, externalRef, reviewState, scoringSkipped, from, to } = options
  return {
    ...(status === undefined ? {} : { status }),
    ...(country === undefined ? {} : { country }),
    ...(idType === undefined ? {} : { id_type: idType }),
    ...(externalRef === undefined ? {} : { external_ref: externalRef }),
    ...(reviewState === undefined ? {} : { review_state: reviewState }),
    ...(scoringSkipped ? { scoring_skipped: 'true' } : {}),
    ...(from === undefined ? {} : { created_from: from }),
    ...(to === undefined ? {} : { created_to: to }),
  }
}

function toText(io: Io, items: readonly ListedVerification[]): string {
  if (items.length > 0) return renderTable(io.out, columnsFor(io), items)
  io.say('No verification matches.')
  return ''
}

function columnsFor(io: Io): readonly TableColumn<ListedVerification>[] {
  return [
    { title: 'ID', cell: (item) => item.id },
    { title: 'STATUS', cell: (item) => item.status, paint: (text) => paintStatus(io.out, text) },
    { title: 'ENV', cell: (item) => item.environment, isExtra: true },
    { title: 'COUNTRY', cell: (item) => item.country },
    { title: 'DOCUMENT', cell: (item) => item.id_type },
    { title: 'EXTERNAL REF', cell: refOf, shrinks: true, isExtra: true },
    { title: 'CREATED (UTC)', cell: (item) => item.created_at.slice(0, 16).replace('T', ' ') },
  ]
}

function refOf(item: ListedVerification): string {
  return item.external_ref ?? '-'
}
