// A database with users, a table of effects that writes down what was applied, and a request
// that nobody has decided yet.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Approval } from '../../../server/approvals/approval.ts'
import { findApproval } from '../../../server/approvals/approval-store.ts'
import type {
  ApprovalEffect,
  ApprovalEffects,
  DecidingNeeds,
} from '../../../server/approvals/decide-approval.ts'
import {
  type ApprovalRequest,
  requestApproval,
} from '../../../server/approvals/request-approval.ts'
import type { AuditOrigin } from '../../../server/audit/audit.ts'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { readTies } from '../../../server/users/account-ties.ts'
import type { Role } from '../../../server/users/role.ts'
import { insertUser, setUserState } from '../../../server/users/user-store.ts'
import { openTestDatabase, type TestDatabase } from '../../support/database.ts'
import { testKeyring } from '../../support/test-keyring.ts'

export interface ApprovalScene extends TestDatabase {
  readonly needs: DecidingNeeds
  /** `apply export_1`, `drop key_1`: in the order in which they happened. */
  readonly effects: readonly string[]
  /** Payloads as the effects were given them. */
  readonly payloads: readonly unknown[]
  user(role: Role): Promise<string>
  disable(id: string): Promise<void>
  request(userId: string, change?: Partial<ApprovalRequest>): Promise<Approval>
  audited(): Promise<
    readonly (readonly [action: string, actor: string | undefined, details: object])[]
  >
}

const keyFacts = {
  name: 'Core banking',
  environment: 'live',
  scopes: ['kyc.read'],
  allowed_cidrs: [],
  expires_at: null,
}

export const exportRequest = {
  kind: 'personal_export',
  subject: { kind: 'export', id: 'digest' },
  facts: { environment: 'live', filters: ['status:declined'], rows: 1200, purpose: 'audit' },
} as const satisfies ApprovalRequest

export function originOf(userId: string): AuditOrigin {
  return { actor: { kind: 'user', id: userId }, clientAddress: '127.0.0.1', requestId: 'req_1' }
}

export async function openApprovals(t: TestContext): Promise<ApprovalScene> {
  const database = await openTestDatabase(t)
  const effects: string[] = []
  const payloads: unknown[] = []
  const noted: ApprovalEffect = {
    async apply(_trx, { approval, payload }) {
      effects.push(`apply ${approval.subject.id}`)
      payloads.push(payload)
    },
    async drop(_trx, { approval }) {
      effects.push(`drop ${approval.subject.id}`)
    },
  }
  const table: ApprovalEffects = {
    key_activation: noted,
    webhook_address: noted,
    personal_export: noted,
    user_reinvitation: noted,
    user_role_grant: noted,
    user_second_factor_reset: noted,
    verification_erasure: noted,
  }
  const needs = { ...database, keyring: testKeyring(), effects: table, readTies }
  return {
    ...database,
    needs,
    effects,
    payloads,
    async user(role) {
      const createdAt = database.clock.now()
      const id = newId('usr', createdAt)
      const user = { id, email: `${id}@bank.example`, name: role, role, createdAt }
      await inTransaction(database.db, (trx) =>
        insertUser(trx, { ...user, state: 'active', passwordHash: undefined }),
      )
      return id
    },
    disable: (id) => inTransaction(database.db, (trx) => setUserState(trx, id, 'disabled')),
    request: (userId, change = {}) =>
      inTransaction(database.db, (trx) =>
        requestApproval(needs, trx, originOf(userId), {
          kind: 'key_activation',
          subject: { kind: 'key', id: 'key_1' },
          facts: keyFacts,
          ...change,
        } as ApprovalRequest),
      ),
    async audited() {
      const entries = await listAuditEntries(
        database.db.reader,
        {},
        { limit: 50, after: undefined },
      )
      return entries
        .map(({ action, actor, details }) => [action, actor.id, details] as const)
        .toReversed()
    },
  }
}

export const approve = { decision: 'approve', note: undefined } as const
export const refuse = { decision: 'refuse', note: 'Not this one.' } as const

export function codeIs(code: string) {
  return (error: unknown) => error instanceof AppError && error.code === code
}

export async function twoAdministrators(scene: ApprovalScene) {
  const [awa, omar] = [await scene.user('administrator'), await scene.user('administrator')]
  return { awa, omar, pending: await scene.request(awa, { payload: { grace_ms: 7 } }) }
}

export async function reread({ needs }: ApprovalScene, id: string): Promise<Approval> {
  const found = await findApproval(needs.keyring, needs.db.reader, id)
  assert.ok(found)
  return found
}
