// An appliance without a second factor, a member of each role at its console, and a look at what was
// written into the audit log.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { AuditAction, AuditEntry } from '../../server/audit/audit.ts'
import { listAuditEntries } from '../../server/audit/audit-view.ts'
import { toIso } from '../../server/kernel/clock.ts'
import type { Role } from '../../server/staff/role.ts'
import type { ApiAnswer } from './api-client.ts'
import { type ConsoleClient, openEachRole } from './console-client.ts'
import {
  type RunningAppliance,
  type RunningApplianceOptions,
  startAppliance,
} from './running-appliance.ts'

export interface OperatorScene extends RunningAppliance {
  readonly clients: Readonly<Record<Role, ConsoleClient>>
  /** Newest first. */
  audited(action: AuditAction): Promise<readonly AuditEntry[]>
}

export async function openOperatorScene(
  t: TestContext,
  options: RunningApplianceOptions = {},
): Promise<OperatorScene> {
  const app = await startAppliance({ withoutProvider: true, ...options })
  t.after(() => app.close())
  const page = { limit: 50, after: undefined }
  return {
    ...app,
    clients: await openEachRole(app),
    audited: (action) => listAuditEntries(app.appliance.db.reader, { action }, page),
  }
}

type Fields = Readonly<Record<string, unknown>>

/** What an answer with this status holds. */
export async function fieldsOf(answer: Promise<ApiAnswer>, status = 200): Promise<Fields> {
  const { status: is, text, data } = await answer
  assert.equal(is, status, text)
  return data
}

export async function itemsOf(answer: Promise<ApiAnswer>): Promise<readonly Fields[]> {
  return (await fieldsOf(answer)).items as readonly Fields[]
}

/** This instant, as the interface tells it. */
export function nowIn({ clock }: Pick<RunningAppliance, 'clock'>): string {
  return toIso(clock.now())
}

/** Lets the proof that signing in gave grow old. */
export function outliveProof({ clock }: Pick<RunningAppliance, 'clock'>): void {
  clock.advance(6 * 60 * 1000)
}
