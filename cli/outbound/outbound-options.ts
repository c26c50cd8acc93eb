// The options that choose entries of the ledger of outbound calls, for `list` and `export` alike.

import type { Command } from 'commander'
import { parseOutboundFilter } from '../../server/outbound/outbound-input.ts'
import type { OutboundFilter } from '../../server/outbound/outbound-store.ts'
import { namingOptions } from '../option-faults.ts'

export interface SpanOptions {
  readonly from?: string
  readonly to?: string
}

export interface FilterOptions extends SpanOptions {
  readonly purpose?: string
  readonly host?: string
}

export function addSpanOptions(command: Command): Command {
  return command
    .option('--from <when>', 'made at this instant or date, UTC, or later')
    .option('--to <when>', 'made before this instant or date, UTC')
}

/** @throws AppError `invalid_request` with every fault, by the names of the options */
export function filterOf({ purpose, host, from, to }: FilterOptions): OutboundFilter {
  return namingOptions(optionOfField, () => parseOutboundFilter({ purpose, host, from, to }))
}

const optionOfField = { purpose: '--purpose', host: '--host', from: '--from', to: '--to' }
