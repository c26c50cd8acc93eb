// Values of the endpoint form, and the request built from them.

import type { UseFormReturnType } from '@mantine/form'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { subscribableEvents } from '../../../server/events/event.ts'

type TimestampMode = ConsoleWebhookJson['timestamp_mode']

const allModes: Readonly<Record<TimestampMode, true>> = { auto: true, event: true, attempt: true }

export const timestampModesInOrder = Object.keys(allModes).filter(
  (name): name is TimestampMode => name in allModes,
)

export interface WebhookValues {
  readonly url: string
  readonly events: string[]
  readonly description: string
  readonly timestampMode: string
  /** `keep`: unchanged, or none for a new endpoint. */
  readonly certificateChoice: 'keep' | 'give' | 'remove'
  readonly certificate: string
  readonly privateKey: string
}

export type WebhookForm = UseFormReturnType<WebhookValues>

/** Parameter names of the request. */
export const webhookParams = [
  'url',
  'events',
  'description',
  'timestamp_mode',
  'client_certificate',
] as const

export const newWebhook: WebhookValues = {
  url: '',
  events: [...subscribableEvents],
  description: '',
  timestampMode: 'auto',
  certificateChoice: 'keep',
  certificate: '',
  privateKey: '',
}

export function valuesOf(webhook: ConsoleWebhookJson): WebhookValues {
  const { url, events, description = '', timestamp_mode: timestampMode } = webhook
  return { ...newWebhook, url, events: [...events], description, timestampMode }
}

/** Body to create an endpoint. */
export function bodyOf(values: WebhookValues) {
  const description = values.description.trim()
  return {
    url: values.url.trim(),
    events: values.events,
    timestamp_mode: values.timestampMode,
    ...(description === '' ? {} : { description }),
    ...certificateOf(values),
  }
}

/** Only the changed fields, so that the audit log names nothing else. */
export function changeOf(values: WebhookValues, before: WebhookValues) {
  const { url, events, timestamp_mode } = bodyOf(values)
  const description = values.description.trim()
  const isOtherEvents = events.toSorted().join() !== before.events.toSorted().join()
  return {
    ...(url === before.url ? {} : { url }),
    ...(isOtherEvents ? { events } : {}),
    ...(timestamp_mode === before.timestampMode ? {} : { timestamp_mode }),
    ...(description === before.description ? {} : { description }),
    ...certificateOf(values),
  }
}

function certificateOf({ certificateChoice, certificate, privateKey }: WebhookValues) {
  switch (certificateChoice) {
    case 'keep':
      return {}
    case 'remove':
      return { client_certificate: {} }
    case 'give':
      return { client_certificate: { certificate, private_key: privateKey } }
  }
}
