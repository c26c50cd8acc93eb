// The console's wire shape of a webhook endpoint: the REST shape, its health and an address that
// waits for approval.

import {
  type WebhookJson,
  type WebhookWithSecretJson,
  webhookJson,
} from '../../api/webhooks/webhook-api.ts'
import type { WebhookState } from '../../deliveries/webhook-state-view.ts'
import type { PlainHttp, TargetPolicy } from '../../egress/target-policy.ts'
import { toIso } from '../../kernel/clock.ts'
import type { WaitingAddress } from '../../webhooks/hold-address.ts'

/** An address that waits for the approval of a second user. */
interface AddressApprovalJson {
  readonly url: string
  /** Whether the webhook itself is new; if not, deliveries go to the old address meanwhile. */
  readonly is_new: boolean
  readonly expires_at: string
}

/**
 * The response that shows a secret; after registration it also says whether the address waits for
 * approval.
 */
export interface MadeWebhookJson extends WebhookWithSecretJson {
  readonly address_approval?: AddressApprovalJson | null
}

export interface ConsoleWebhookJson extends WebhookJson {
  readonly address_approval: AddressApprovalJson | null
  readonly health: {
    readonly state: 'well' | 'failing' | 'inactive' | 'awaiting_approval'
    /** Number of pending deliveries, due or not. */
    readonly pending: number
    /** When the oldest due delivery became due; null where none is due. */
    readonly due_since: string | null
    readonly last_delivered_at: string | null
    /**
     * Counts for the events of the last 24 hours. `more`: at least one count stopped at its limit.
     */
    readonly last_day: {
      readonly delivered: number
      readonly failed: number
      readonly more: boolean
    }
  }
}

/** The input of `webhookJson`. */
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
  /** Where plain http is allowed: `nowhere`, allowed `networks`, or also this machine. */
  readonly plain_http: PlainHttp
}

export function webhookRulesJson({ plainHttp }: TargetPolicy): WebhookRulesJson {
  return { plain_http: plainHttp }
}

function healthOf({ active, failingSince }: ShownWebhook): ConsoleWebhookJson['health']['state'] {
  if (!active) return 'inactive'
  return failingSince === undefined ? 'well' : 'failing'
}
