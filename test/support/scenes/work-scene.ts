// An appliance with signed-in reviewers, and live verifications with the outcomes a test needs.

import type { TestContext } from 'node:test'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import type { Role } from '../../../server/users/role.ts'
import { call } from '../api-client.ts'
import { addUser, type ConsoleClient, openConsole } from '../console-client.ts'
import { claimed, specimenForm } from '../images/specimens.ts'
import {
  type RunningAppliance,
  type RunningApplianceOptions,
  startAppliance,
} from '../running-appliance.ts'

export interface WorkScene extends RunningAppliance {
  readonly awa: Reviewer
  readonly omar: Reviewer
  /** Completes a live verification with the outcome that the number triggers; returns its id. */
  verified(idNumber?: string, more?: Readonly<Record<string, string>>): Promise<string>
  /** The same; returns the id of its review. */
  queued(idNumber?: string): Promise<string>
  /** Signs in a new user who decides reviews. */
  reviewer(name: string, role?: Role): Promise<Reviewer>
  /** Actions and details of users' audit entries about a verification, oldest first. */
  audited(verificationId: string): Promise<readonly (readonly [action: string, details: object])[]>
}

export interface Reviewer extends ConsoleClient {
  readonly id: string
}

export async function startWork(
  t: Pick<TestContext, 'after'>,
  options: RunningApplianceOptions = {},
): Promise<WorkScene> {
  const scene = await openWork(options)
  t.after(() => scene.close())
  return scene
}

/** The caller closes it. */
export async function openWork(options: RunningApplianceOptions = {}): Promise<WorkScene> {
  const app = await startAppliance(options)
  const reviewer = async (name: string, role: Role = 'reviewer'): Promise<Reviewer> => {
    const email = `${name}@bank.example`
    const { id } = await addUser(app.appliance, role, email)
    const client = openConsole(app.server)
    await client.signIn(email)
    return Object.assign(client, { id })
  }
  const scene: WorkScene = {
    ...app,
    reviewer,
    awa: await reviewer('awa'),
    omar: await reviewer('omar'),
    async verified(idNumber = claimed.id_number, more = {}) {
      const body = specimenForm({ ...claimed, id_number: idNumber, ...more })
      const { data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
      await app.finish(String(data.id))
      return String(data.id)
    },
    async queued(idNumber = 'DEMO-MISMATCH') {
      const { data } = await scene.awa.get(`/verifications/${await scene.verified(idNumber)}`)
      return String((data.review as { readonly id: string }).id)
    },
    async audited(verificationId) {
      const page = { limit: 100, after: undefined }
      const filter = { subjectId: verificationId }
      const entries = await listAuditEntries(app.appliance.db.reader, filter, page)
      return entries
        .filter(({ actor }) => actor.kind === 'user')
        .map(({ action, details }) => [action, details] as const)
        .toReversed()
    },
  }
  return scene
}
