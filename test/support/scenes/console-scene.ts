// An appliance that requires a second factor, with users and the codes of their authenticator apps.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { AuditAction } from '../../../server/audit/audit.ts'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import type { Role } from '../../../server/users/role.ts'
import { addUser, type ConsoleClient, goodPassword, openConsole } from '../console-client.ts'
import {
  type RunningAppliance,
  type RunningApplianceOptions,
  startForTest,
} from '../running-appliance.ts'

export interface ConsoleScene extends RunningAppliance {
  /** Opens a browser without a session. */
  open(): ConsoleClient
  add(role: Role, email?: string): Promise<{ readonly id: string; readonly email: string }>
  /** Adds a user and signs them in with a password and a new authenticator app. */
  enrol(role: Role, email?: string): Promise<Enrolled>
  /** The latest entries with this action, newest first. */
  audited(action: AuditAction): Promise<Awaited<ReturnType<typeof listAuditEntries>>>
}

export interface Enrolled {
  readonly id: string
  readonly email: string
  readonly client: ConsoleClient
  readonly recoveryCodes: readonly string[]
  readonly secret: string
  /** Current code of the app. */
  code(): string
}

export async function startConsole(
  t: TestContext,
  settings: Readonly<Record<string, string>> = {},
  more: Pick<RunningApplianceOptions, 'realPasswords'> = {},
): Promise<ConsoleScene> {
  const required = { SVC_SECOND_FACTOR_REQUIRED: 'yes', ...settings }
  const app = await startForTest(t, { settings: required, withoutProvider: true, ...more })
  const scene: ConsoleScene = {
    ...app,
    open: () => openConsole(app.server),
    add: (role, email) => addUser(app.appliance, role, email),
    async enrol(role, email) {
      const { id, email: known } = await scene.add(role, email)
      const client = scene.open()
      assert.equal((await client.signIn(known, goodPassword)).data.stage, 'enrolment')
      const { secret, recoveryCodes } = await setUpApp(app, client)
      const code = () => codeOf(secret, app.clock.now())
      return { id, email: known, client, recoveryCodes, secret, code }
    },
    audited: (action) =>
      listAuditEntries(app.appliance.db.reader, { action }, { limit: 50, after: undefined }),
  }
  return scene
}

/** The same with a first user. */
export async function startEnrolled(
  t: TestContext,
  role: Role,
): Promise<Enrolled & { readonly scene: ConsoleScene }> {
  const scene = await startConsole(t)
  return { scene, ...(await scene.enrol(role)) }
}

/** Sets up an authenticator app in a session that is allowed to. */
export async function setUpApp({ clock }: Pick<RunningAppliance, 'clock'>, client: ConsoleClient) {
  const offered = await client.post('/me/totp')
  assert.equal(offered.status, 200, offered.text)
  const secret = String(offered.data.secret)
  const confirmed = await client.post('/me/totp/confirm', { code: codeOf(secret, clock.now()) })
  assert.equal(confirmed.status, 200, confirmed.text)
  const recoveryCodes = (confirmed.data.recovery_codes ?? []) as readonly string[]
  return { secret, recoveryCodes }
}

export function codeOf(secret: string, nowMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs })
}
