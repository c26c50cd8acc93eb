// Turns a usage event into a CloudEvents 1.0 event, for billing systems that read that format.
// https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md

import { toIso } from '../../kernel/clock.ts'
import type { UsageEvent } from '../../usage/usage.ts'
import { usageEventJson } from './usage-api.ts'

/** @param instanceId This installation's id; a restored backup keeps it. */
export function cloudEventJson(event: UsageEvent, instanceId: string) {
  const { id: _id, type, created_at: _createdAt, ...rest } = usageEventJson(event)
  return {
    specversion: '1.0',
    /** Unique together with `source`: a billing system that receives an event twice counts it once. */
    id: event.id,
    source: `/svc/${instanceId}/${event.environment}`,
    type,
    /** The API key's id. */
    subject: event.apiKeyId,
    time: toIso(event.createdAt),
    datacontenttype: 'application/json',
    data: rest,
  }
}
