// A webhook as its screen shows it: what REST tells of it, and how it is doing.

import type { PlainHttp, TargetPolicy } from '../egress/target-policy.ts'
import { toIso } from '../kernel/clock.ts'
import type { WaitingAddress } from './hold-address.ts'
import { type WebhookJson, type WebhookWithSecretJson, webhookJson } from './webhook-json.ts'
import type { WebhookState } from './webhook-state-view.ts'

/** An address that waits for a second person. */
export interface AddressApprovalJson {
  readonly url: string
  /** Whether the webhook itself waits with it; else the address so far goes on. */
  readonly is_new: boolean
  readonly expires_at: string
}

/** The answer that shows a secret: that of registering also tells whether it waits. */
export interface MadeWebhookJson extends WebhookWithSecretJson {
  readonly address_approval?: AddressApprovalJson | null
}

export interface ConsoleWebhookJson extends WebhookJson {
  readonly address_approval: AddressApprovalJson | null
  readonly health: {
    readonly state: 'well' | 'failing' | 'inactive' | 'awaiting_approval'
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
  state: WebhookState & { readonly waiting: WaitingAddress | undefined },
  nowMs: number,
): ConsoleWebhookJson {
  const { lastDeliveredAt, lastDay, waiting } = state
  return {
    ...webhookJson(webhook, nowMs),
    address_approval: addressApprovalJson(waiting),
    health: {
      state: waiting?.isNew ? 'awaiting_approval' : healthOf(webhook),
      pending: state.pending,
      due_since: state.dueSince === undefined ? null : toIso(state.dueSince),
      last_delivered_at: lastDeliveredAt === undefined ? null : toIso(lastDeliveredAt),
      last_day: { delivered: lastDay.delivered, failed: lastDay.failed, more: lastDay.isMore },
    },
  }
}

export function addressApprovalJson(
  waiting: WaitingAddress | undefined,
): AddressApprovalJson | null {
  if (waiting === undefined) return null
  const { url, isNew, expiresAt } = waiting
  return { url, is_new: isNew, expires_at: toIso(expiresAt) }
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
