// A webhook as its screen shows it: what REST tells of it, and how it is doing.

import { toIso } from '../kernel/clock.ts'
import type { PlainHttp, TargetPolicy } from './target-policy.ts'
import { type WebhookJson, webhookJson } from './webhook-json.ts'
import type { WebhookState } from './webhook-state-view.ts'

export interface ConsoleWebhookJson extends WebhookJson {
  readonly health: {
    readonly state: 'well' | 'failing' | 'inactive'
    /** Waits to be sent, now or later. */
    readonly pending: number
    /** When the oldest that is due came due; null where none is. */
    readonly due_since: string | null
    readonly last_delivered_at: string | null
    /** Of the events of the last 24 hours. `more`: of at least one there are more than were counted. */
    readonly last_day: {
      readonly delivered: number
      readonly failed: number
      readonly more: boolean
    }
  }
}

/** Whatever the wire shape of a webhook is made from. */
export type ShownWebhook = Parameters<typeof webhookJson>[0]

export function consoleWebhookJson(
  webhook: ShownWebhook,
  state: WebhookState,
  nowMs: number,
): ConsoleWebhookJson {
  const { lastDeliveredAt, lastDay } = state
  return {
    ...webhookJson(webhook, nowMs),
    health: {
      state: healthOf(webhook),
      pending: state.pending,
      due_since: state.dueSince === undefined ? null : toIso(state.dueSince),
      last_delivered_at: lastDeliveredAt === undefined ? null : toIso(lastDeliveredAt),
      last_day: { delivered: lastDay.delivered, failed: lastDay.failed, more: lastDay.isMore },
    },
  }
}

export interface WebhookRulesJson {
  /** Where a webhook may go by plain http: `nowhere`, allowed `networks`, or also this machine. */
  readonly plain_http: PlainHttp
}

export function webhookRulesJson({ plainHttp }: TargetPolicy): WebhookRulesJson {
  return { plain_http: plainHttp }
}

function healthOf({ active, failingSince }: ShownWebhook): ConsoleWebhookJson['health']['state'] {
  if (!active) return 'inactive'
  return failingSince === undefined ? 'well' : 'failing'
}
