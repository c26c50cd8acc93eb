// An appliance without a second factor, a signed-in user of each role, and access to its audit log.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { AuditAction, AuditEntry } from '../../../server/audit/audit.ts'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { toIso } from '../../../server/kernel/clock.ts'
import type { Role } from '../../../server/users/role.ts'
import type { ApiAnswer } from '../api-client.ts'
import { type ConsoleClient, openEachRole } from '../console-client.ts'
import {
  type RunningAppliance,
  type RunningApplianceOptions,
  startAppliance,
} from '../running-appliance.ts'

export interface OperatorScene extends RunningAppliance {
  readonly clients: Readonly<Record<Role, ConsoleClient>>
  /** Entries of the action, newest first. */
  audited(action: AuditAction): Promise<readonly AuditEntry[]>
}

export async function openOperatorScene(
  t: TestContext,
  options: RunningApplianceOptions = {},
): Promise<OperatorScene> {
  const scene = await openOperators(options)
  t.after(() => scene.close())
  return scene
}

/** The caller closes it. */
export async function openOperators(options: RunningApplianceOptions = {}): Promise<OperatorScene> {
  const app = await startAppliance({ withoutProvider: true, ...options })
  const page = { limit: 50, after: undefined }
  return {
    ...app,
    clients: await openEachRole(app),
    audited: (action) => listAuditEntries(app.appliance.db.reader, { action }, page),
  }
}

type Fields = Readonly<Record<string, unknown>>

/** Asserts the status and returns the answer's data. */
export async function fieldsOf(answer: Promise<ApiAnswer>, status = 200): Promise<Fields> {
  const { status: is, text, data } = await answer
  assert.equal(is, status, text)
  return data
}

export async function itemsOf(answer: Promise<ApiAnswer>): Promise<readonly Fields[]> {
  return (await fieldsOf(answer)).items as readonly Fields[]
}

/** The clock's time in the API's form. */
export function nowIn({ clock }: Pick<RunningAppliance, 'clock'>): string {
  return toIso(clock.now())
}

/** Moves the clock until the proof of identity from signing in has expired. */
export function outliveProof({ clock }: Pick<RunningAppliance, 'clock'>): void {
  clock.advance(6 * 60 * 1000)
}
