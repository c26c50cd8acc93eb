// The filter options of `svc webhooks deliveries` and `svc webhooks replay`, with the API's name of each.

import type { Command } from 'commander'
import { eventTypes } from '../../server/events/event.ts'
import { wordOption } from '../options/option-kinds.ts'

export interface DeliveryOptions {
  readonly status?: string
  readonly event?: string
  readonly verification?: string
  readonly from?: string
  readonly to?: string
}

export function addDeliveryOptions(command: Command, states: readonly string[]): Command {
  return command
    .addOption(wordOption('--status <status>', 'only this status', states))
    .addOption(wordOption('--event <event>', 'only this event type', eventTypes))
    .option('--from <when>', 'created at or after this instant or date, UTC')
    .option('--to <when>', 'created before this instant or date, UTC')
}

export const deliveryOptionOfField = {
  status: '--status',
  event: '--event',
  verification_id: '--verification',
  created_from: '--from',
  created_to: '--to',
}

/** Returns the API's fields; options that were not given are left out. */
export function fieldsOf({ status, event, verification, from, to }: DeliveryOptions) {
  return {
    ...(status === undefined ? {} : { status }),
    ...(event === undefined ? {} : { event }),
    ...(verification === undefined ? {} : { verification_id: verification }),
    ...(from === undefined ? {} : { created_from: from }),
    ...(to === undefined ? {} : { created_to: to }),
  }
}
