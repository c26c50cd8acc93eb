// The console's wire shape of a webhook endpoint: the REST shape, its health and an address that
// waits for approval.

import { type WebhookWithSecretJson, webhookJson } from '../../api/webhooks/webhook-api.ts'
import type { WebhookState } from '../../deliveries/webhook-state.ts'
import type { TargetPolicy } from '../../egress/target-policy.ts'
import { isoOrNull, toIso } from '../../kernel/clock.ts'
import type { WaitingAddress } from '../../webhooks/webhook.ts'

/**
 * The response that shows a secret; after registration it also says whether the address waits for
 * approval.
 */
export interface MadeWebhookJson extends WebhookWithSecretJson {
  readonly address_approval?: AddressApprovalJson | null
}

/** The input of `webhookJson`. */
export type ShownWebhook = Parameters<typeof webhookJson>[0]

export function consoleWebhookJson(
  webhook: ShownWebhook,
  state: WebhookState & { readonly waiting: WaitingAddress | undefined },
  nowMs: number,
) {
  const { lastDeliveredAt, lastDay, waiting } = state
  return {
    ...webhookJson(webhook, nowMs),
    address_approval: addressApprovalJson(waiting),
    health: {
      state: healthOf(webhook, waiting),
      /** Number of pending deliveries, due or not. */
      pending: state.pending,
      /** When the oldest due delivery became due; null where none is due. */
      due_since: isoOrNull(state.dueSince),
      last_delivered_at: isoOrNull(lastDeliveredAt),
      /**
       * Counts for the events of the last 24 hours. `more`: at least one count stopped at its limit.
       */
      last_day: { delivered: lastDay.delivered, failed: lastDay.failed, more: lastDay.isMore },
    },
  }
}

export type ConsoleWebhookJson = ReturnType<typeof consoleWebhookJson>

export function addressApprovalJson(waiting: WaitingAddress | undefined) {
  if (waiting === undefined) return null
  const { url, isNew, expiresAt } = waiting
  return {
    url,
    /** Whether the webhook itself is new; if not, deliveries go to the old address meanwhile. */
    is_new: isNew,
    expires_at: toIso(expiresAt),
  }
}

/** An address that waits for the approval of a second user. */
type AddressApprovalJson = NonNullable<ReturnType<typeof addressApprovalJson>>

export function webhookRulesJson({ plainHttp }: TargetPolicy) {
  return {
    /** Where plain http is allowed: `nowhere`, allowed `networks`, or also this machine. */
    plain_http: plainHttp,
  }
}

export type WebhookRulesJson = ReturnType<typeof webhookRulesJson>

function healthOf(
  { active, failingSince }: ShownWebhook,
  waiting: WaitingAddress | undefined,
): 'well' | 'failing' | 'inactive' | 'awaiting_approval' {
  if (waiting?.isNew) return 'awaiting_approval'
  if (!active) return 'inactive'
  return failingSince === undefined ? 'well' : 'failing'
}
