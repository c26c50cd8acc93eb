// Queries of `approvals`. A request is settled by one conditional update: of two deciders, on any nodes, one wins.

import type { Keyring } from '../crypto/keyring.ts'
import { changesAny } from '../db/changed-rows.ts'
import { orNull, orUndefined } from '../db/columns.ts'
import type { Reader, Trx } from '../db/transaction.ts'
import {
  type Approval,
  type ApprovalContent,
  type ApprovalKind,
  type ApprovalProgress,
  approvalKinds,
} from './approval.ts'
import type { ApprovalTable } from './approval-table.ts'

/** What the encrypted columns take. */
export type ApprovalCipher = Pick<Keyring, 'encryptSmall' | 'decryptSmall'>

export async function insertApproval(
  cipher: ApprovalCipher,
  trx: Trx,
  approval: Approval,
  payload: unknown,
): Promise<void> {
  const { id, kind, subject, facts, progress } = approval
  await trx
    .insertInto('approvals')
    .values({
      id,
      kind,
      subject_kind: subject.kind,
      subject_id: subject.id,
      slot: progress.state === 'pending' ? slotOf(approval) : null,
      facts: encryptColumn(cipher, 'facts', id, JSON.stringify(facts)),
      payload:
        payload === undefined || progress.state !== 'pending'
          ? null
          : encryptColumn(cipher, 'payload', id, JSON.stringify(payload)),
      requested_by: approval.requestedBy,
      requested_at: approval.requestedAt,
      expires_at: approval.expiresAt,
      note: null,
      ...progressColumns(progress),
    })
    .execute()
}

export async function findApproval(
  cipher: ApprovalCipher,
  db: Reader,
  id: string,
): Promise<Approval | undefined> {
  const row = await db.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toApproval(cipher, row)
}

/** Returns the pending request of this kind about this subject, even if it expired and was not ended yet. */
export async function findWaiting(
  cipher: ApprovalCipher,
  db: Reader,
  about: Pick<Approval, 'kind' | 'subject'>,
): Promise<Approval | undefined> {
  const row = await db
    .selectFrom('approvals')
    .selectAll()
    .where('slot', '=', slotOf(about))
    .executeTakeFirst()
  return row && toApproval(cipher, row)
}

/** Frees the slot of an expired request for a new one; `expireApprovals` still ends the expired one. */
export async function vacateSlot(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('approvals').set({ slot: null }).where('id', '=', id).execute()
}

/** Returns the JSON as the requester gave it; undefined where there was none, or it is gone. */
export async function readPayload(
  cipher: ApprovalCipher,
  db: Reader,
  id: string,
): Promise<unknown> {
  const row = await db
    .selectFrom('approvals')
    .select('payload')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.payload ? JSON.parse(decryptColumn(cipher, 'payload', id, row.payload)) : undefined
}

/** Returns false, and writes nothing, if the request is no longer in the state that it was read in. */
export async function settleApproval(
  cipher: ApprovalCipher,
  trx: Trx,
  { id, progress: { state: from } }: Pick<Approval, 'id' | 'progress'>,
  to: ApprovalProgress,
  note?: string,
): Promise<boolean> {
  const isUsable = to.state === 'approved' && to.usableUntil !== undefined
  return changesAny(
    trx
      .updateTable('approvals')
      .set({
        ...progressColumns(to),
        slot: null,
        ...(isUsable ? {} : { payload: null }),
        ...(note === undefined ? {} : { note: encryptColumn(cipher, 'note', id, note) }),
      })
      .where('id', '=', id)
      .where('state', '=', from),
  )
}

/** Returns ids of requests that have expired but are not marked as expired yet. */
export async function listOverdue(
  db: Reader,
  nowMs: number,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('approvals')
    .select('id')
    .where(({ or, and, eb }) =>
      or([
        and([eb('state', '=', 'pending'), eb('expires_at', '<=', nowMs)]),
        and([eb('state', '=', 'approved'), eb('usable_until', '<=', nowMs)]),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

function slotOf({ kind, subject }: Pick<Approval, 'kind' | 'subject'>): string {
  return `${kind}:${subject.kind}:${subject.id}`
}

function progressColumns(progress: ApprovalProgress) {
  const none = { decided_by: null, decided_at: null, usable_until: null, used_at: null }
  switch (progress.state) {
    case 'pending':
      return { ...none, state: progress.state }
    case 'approved': {
      const { state, by, at, usableUntil } = progress
      return {
        ...none,
        state,
        decided_by: orNull(by),
        decided_at: at,
        usable_until: orNull(usableUntil),
      }
    }
    case 'refused':
      return { ...none, state: progress.state, decided_by: progress.by, decided_at: progress.at }
    case 'withdrawn':
    case 'expired':
      return { ...none, state: progress.state, decided_at: progress.at }
    case 'used': {
      const { state, by, at, usedAt } = progress
      return { ...none, state, decided_by: by, decided_at: at, used_at: usedAt }
    }
  }
}

export function toApproval(cipher: ApprovalCipher, row: ApprovalTable): Approval {
  const facts: unknown = JSON.parse(decryptColumn(cipher, 'facts', row.id, row.facts))
  return {
    ...toContent(row.kind, facts),
    id: row.id,
    subject: { kind: row.subject_kind, id: row.subject_id },
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    progress: toProgress(row),
  }
}

function toContent(kind: ApprovalKind, facts: unknown): ApprovalContent {
  // The facts are parsed by the schema of their own kind, which the compiler cannot prove.
  return { kind, facts: approvalKinds[kind].facts.parse(facts) } as ApprovalContent
}

function toProgress(row: ApprovalTable): ApprovalProgress {
  const { state } = row
  if (state === 'pending') return { state }
  const at = known(row.decided_at)
  switch (state) {
    case 'approved':
      return {
        state,
        by: orUndefined(row.decided_by),
        at,
        usableUntil: orUndefined(row.usable_until),
      }
    case 'refused':
      return { state, by: known(row.decided_by), at }
    case 'withdrawn':
    case 'expired':
      return { state, at }
    case 'used':
      return { state, by: known(row.decided_by), at, usedAt: known(row.used_at) }
  }
}

function known<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a row of approvals lacks a column that its state requires')
  return value
}

type EncryptedColumn = 'facts' | 'payload' | 'note'

function encryptColumn(cipher: ApprovalCipher, column: EncryptedColumn, id: string, text: string) {
  return cipher.encryptSmall('approval', Buffer.from(text), `approvals.${column}:${id}`)
}

export function decryptColumn(
  cipher: ApprovalCipher,
  column: EncryptedColumn,
  id: string,
  bytes: Buffer,
) {
  return cipher.decryptSmall('approval', bytes, `approvals.${column}:${id}`).toString('utf8')
}
