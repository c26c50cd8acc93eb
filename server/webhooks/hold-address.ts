// Whether the address of a live webhook waits for a second person. Over REST and on the host none does: there the
// key's rights, or the operator's, are the bound.

import type { Approval } from '../approvals/approval.ts'
import { cancelApprovalAbout } from '../approvals/decide-approval.ts'
import { readWaiting } from '../approvals/read-waiting.ts'
import { type ApprovalNeeds, requestApproval } from '../approvals/request-approval.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Webhook } from './webhook.ts'
import type { WebhookChange } from './webhook-input.ts'

/** `waits`, or why an address of a kind that would wait does not. undefined for addresses of no such kind. */
export type AddressHold = 'waits' | 'nobody_else' | 'off' | undefined

/** Decides in the transaction that would take the address. */
export type HoldAddress = (trx: Trx, asked: HeldAddress) => Promise<AddressHold>

export interface HeldAddress {
  readonly webhook: Pick<Webhook, 'id' | 'environment' | 'active'>
  readonly url: string
  /** undefined where the webhook itself is new. */
  readonly previousUrl: string | undefined
}

interface HoldNeeds extends ApprovalNeeds {
  readonly config: { readonly webhookApproval: boolean }
}

/** For what is asked in the console. */
export function holdForApproval(needs: HoldNeeds, by: AuditOrigin): HoldAddress {
  return async (trx, { webhook, url, previousUrl }) => {
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

/** An address that waits. */
export interface WaitingAddress {
  readonly url: string
  /** Whether the webhook itself waits with it: nothing is sent to it before. */
  readonly isNew: boolean
  readonly expiresAt: number
}

/** One whose time is over goes on waiting where the webhook is new: the sweep deletes that. */
export async function findWaitingAddress(
  needs: ApprovalNeeds,
  db: Reader,
  webhookId: string,
): Promise<WaitingAddress | undefined> {
  const waiting = await readWaiting(needs, db, about(webhookId))
  if (waiting?.approval.kind !== 'webhook_address') return undefined
  const { facts, expiresAt } = waiting.approval
  const isNew = facts.previous_url === null
  return waiting.isOver && !isNew ? undefined : { url: facts.url, isNew, expiresAt }
}

/** @throws AppError `conflict` where the webhook is new and nobody else has looked at its address yet */
export async function assertApproved(
  needs: ApprovalNeeds,
  db: Reader,
  webhookId: string,
): Promise<void> {
  if ((await findWaitingAddress(needs, db, webhookId))?.isNew) throw refuseWaiting()
}

/**
 * What of a change is done now, and whether its address waits. An address that is taken now ends the request
 * that waited about the same webhook.
 * @param hold absent where nothing waits
 * @throws AppError `conflict` where an address waits already, or the webhook itself does
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

/** Ends the request about a webhook that is gone, or that somebody with the right to it has moved meanwhile. */
export function cancelApprovalOf(
  needs: ApprovalNeeds,
  trx: Trx,
  by: AuditOrigin,
  webhookId: string,
): Promise<void> {
  return cancelApprovalAbout(needs, trx, by, about(webhookId))
}

export function holdInAudit(held: AddressHold) {
  return held === undefined ? {} : { approval: held }
}

function about(id: string) {
  const subject: Approval['subject'] = { kind: 'webhook', id }
  return { kind: 'webhook_address', subject } as const
}

function refuseWaiting(): AppError {
  const message =
    'This webhook still waits for a second person, and nothing is sent to it before. See Approvals.'
  return new AppError('conflict', message, {
    details: [{ param: 'id', code: 'approval_pending', message }],
  })
}
