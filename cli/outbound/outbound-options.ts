// The filter options of `svc outbound list` and `svc outbound export`.

import type { Command } from 'commander'
import { parseOutboundFilter } from '../../server/egress/outbound-input.ts'
import type { OutboundFilter } from '../../server/egress/outbound-view.ts'
import { namingOptions } from '../options/option-faults.ts'

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
    .option('--from <when>', 'made at or after this instant or date, UTC')
    .option('--to <when>', 'made before this instant or date, UTC')
}

/** @throws AppError `invalid_request` with every fault, named by option */
export function filterOf({ purpose, host, from, to }: FilterOptions): OutboundFilter {
  return namingOptions(optionOfField, () => parseOutboundFilter({ purpose, host, from, to }))
}

const optionOfField = { purpose: '--purpose', host: '--host', from: '--from', to: '--to' }
