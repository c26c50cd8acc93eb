// A usage event as CloudEvents 1.0 has it, for the meters that take those.
// https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md

import { toIso } from '../kernel/clock.ts'
import type { UsageEvent, UsageType } from './usage.ts'
import { type UsageEventJson, usageEventJson } from './usage-json.ts'

export interface CloudEventJson {
  readonly specversion: '1.0'
  /** With `source` it names the event for good: a meter that has seen both counts it once. */
  readonly id: string
  readonly source: string
  readonly type: UsageType
  /** Whose usage it is: the API key. */
  readonly subject: string
  readonly time: string
  readonly datacontenttype: 'application/json'
  readonly data: Omit<UsageEventJson, 'id' | 'type' | 'created_at'>
}

/** @param instanceId Of this installation; a restored backup has the same. */
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
