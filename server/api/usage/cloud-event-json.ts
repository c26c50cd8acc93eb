// Turns a usage event into a CloudEvents 1.0 event, for billing systems that read that format.
// https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md

import { toIso } from '../../kernel/clock.ts'
import type { UsageEvent, UsageType } from '../../usage/usage.ts'
import { type UsageEventJson, usageEventJson } from './usage-api.ts'

interface CloudEventJson {
  readonly specversion: '1.0'
  /** Unique together with `source`: a billing system that receives an event twice counts it once. */
  readonly id: string
  readonly source: string
  readonly type: UsageType
  /** The API key's id. */
  readonly subject: string
  readonly time: string
  readonly datacontenttype: 'application/json'
  readonly data: Omit<UsageEventJson, 'id' | 'type' | 'created_at'>
}

/** @param instanceId This installation's id; a restored backup keeps it. */
export function cloudEventJson(event: UsageEvent, instanceId: string): CloudEventJson {
  const { id: _id, type, created_at: _createdAt, ...rest } = usageEventJson(event)
  return {
    specversion: '1.0',
    id: event.id,
    source: `/svc/${instanceId}/${event.environment}`,
    type,
    subject: event.apiKeyId,
    time: toIso(event.createdAt),
    datacontenttype: 'application/json',
    data: rest,
  }
}
