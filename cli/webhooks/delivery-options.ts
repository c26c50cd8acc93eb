// The options that choose deliveries, for `deliveries` and `replay` alike, and what the API calls them.

import type { Command } from 'commander'
import { eventTypes } from '../../server/events/event.ts'
import { wordOption } from '../option-kinds.ts'

export interface DeliveryOptions {
  readonly status?: string
  readonly event?: string
  readonly verification?: string
  readonly from?: string
  readonly to?: string
}

export function addDeliveryOptions(command: Command, states: readonly string[]): Command {
  return command
    .addOption(wordOption('--status <status>', 'only these', states))
    .addOption(wordOption('--event <event>', 'only these', eventTypes))
    .option('--from <when>', 'created at this instant or date, UTC, or later')
    .option('--to <when>', 'created before this instant or date, UTC')
}

export const optionOfField = {
  status: '--status',
  event: '--event',
  verification_id: '--verification',
  created_from: '--from',
  created_to: '--to',
}

/** What was not given is not there. */
export function fieldsOf({ status, event, verification, from, to }: DeliveryOptions) {
  return {
    ...(status === undefined ? {} : { status }),
    ...(event === undefined ? {} : { event }),
    ...(verification === undefined ? {} : { verification_id: verification }),
    ...(from === undefined ? {} : { created_from: from }),
    ...(to === undefined ? {} : { created_to: to }),
  }
}
