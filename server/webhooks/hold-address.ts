// Decides whether the address of a live webhook needs the approval of a second user. Only changes
// in the console do: over REST the API key's scopes are the limit, and on the host the operator's
// access.

import { requireActingUser } from '../approvals/acting-user.ts'
import type { Approval } from '../approvals/approval.ts'
import { cancelApprovalAbout } from '../approvals/decide-approval.ts'
import { readPendingApproval } from '../approvals/read-pending-approval.ts'
import { type ApprovalNeeds, requestApproval } from '../approvals/request-approval.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { WaitingAddress, Webhook, WebhookChange } from './webhook.ts'

/**
 * `waits`: the address needs approval. `nobody_else`, `off`: why an address that would need
 * approval does not (no second user; switched off). undefined: it never needs approval (sandbox).
 */
type AddressHold = 'waits' | 'nobody_else' | 'off' | undefined

/** Decides in the transaction that would write the address. */
export type HoldAddress = (trx: Trx, asked: HeldAddress) => Promise<AddressHold>

interface HeldAddress {
  readonly webhook: Pick<Webhook, 'id' | 'environment' | 'active'>
  readonly url: string
  /** undefined where the webhook is new. */
  readonly previousUrl: string | undefined
}

interface HoldNeeds extends ApprovalNeeds {
  readonly config: { readonly webhookApproval: boolean }
}

/** The rule for changes made in the console. */
export function holdAddressForApproval(needs: HoldNeeds, by: AuditOrigin): HoldAddress {
  return async (trx, { webhook, url, previousUrl }) => {
    await requireActingUser(trx, by)
    if (webhook.environment !== 'live') return undefined
    if (!needs.config.webhookApproval) return 'off'
    const previous_url = previousUrl ?? null
    const approval = await requestApproval(needs, trx, by, {
      ...about(webhook.id),
      facts: { environment: webhook.environment, url, previous_url },
      payload: { url, previous_url, activates: webhook.active },
    })
    return approval.progress.state === 'pending' ? 'waits' : 'nobody_else'
  }
}

/**
 * Returns undefined for an expired approval of a changed address. A new webhook keeps waiting after
 * expiry, until the scheduled task deletes it.
 */
export async function findWaitingAddress(
  needs: ApprovalNeeds,
  db: Reader,
  webhookId: string,
): Promise<WaitingAddress | undefined> {
  const waiting = await readPendingApproval(needs, db, about(webhookId))
  if (waiting?.approval.kind !== 'webhook_address') return undefined
  const { facts, expiresAt } = waiting.approval
  const isNew = facts.previous_url === null
  return waiting.isOver && !isNew ? undefined : { url: facts.url, isNew, expiresAt }
}

/** @throws AppError `conflict` where the webhook is new and its address is not approved yet */
export async function assertApproved(
  needs: ApprovalNeeds,
  db: Reader,
  webhookId: string,
): Promise<void> {
  if ((await findWaitingAddress(needs, db, webhookId))?.isNew) throw refuseWaiting()
}

/**
 * Splits a change into the part that applies now and an address that waits for approval. An address
 * that applies now cancels the pending approval of the same webhook.
 * @param hold absent where no address needs approval
 * @throws AppError `conflict` where an address, or the webhook itself, already waits for approval
 */
export async function holdChange(
  needs: ApprovalNeeds,
  trx: Trx,
  by: AuditOrigin,
  asked: {
    readonly webhook: Webhook
    readonly change: WebhookChange
    readonly hold: HoldAddress | undefined
  },
): Promise<{ readonly now: WebhookChange; readonly held: AddressHold }> {
  const { webhook, change, hold } = asked
  const { url, ...rest } = change
  const isMoved = url !== undefined && url !== webhook.url
  const isNew = (await findWaitingAddress(needs, trx, webhook.id))?.isNew === true
  if (isNew && hold !== undefined && (isMoved || rest.active !== undefined)) throw refuseWaiting()
  const held = isMoved ? await hold?.(trx, { webhook, url, previousUrl: webhook.url }) : undefined
  if (held === 'waits') return { now: rest, held }
  if (isMoved || (isNew && rest.active)) await cancelApprovalOf(needs, trx, by, webhook.id)
  return { now: change, held }
}

/**
 * Cancels the pending approval of a webhook that was deleted, or whose address was changed by
 * someone who needs no approval.
 */
export function cancelApprovalOf(
  needs: ApprovalNeeds,
  trx: Trx,
  by: AuditOrigin,
  webhookId: string,
): Promise<void> {
  return cancelApprovalAbout(needs, trx, by, about(webhookId))
}

export function addressHoldInAudit(held: AddressHold) {
  return held === undefined ? {} : { approval: held }
}

function about(id: string) {
  const subject: Approval['subject'] = { kind: 'webhook', id }
  return { kind: 'webhook_address', subject } as const
}

function refuseWaiting(): AppError {
  const message =
    'This webhook waits for the approval of a second user, and nothing is sent to it before. See Approvals.'
  return new AppError('conflict', message, {
    details: [{ param: 'id', code: 'approval_pending', message }],
  })
}
