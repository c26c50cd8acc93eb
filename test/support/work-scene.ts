// An appliance whose reviewers are signed in, and live verifications that have ended as a test wants them.

import type { TestContext } from 'node:test'
import { listAuditEntries } from '../../server/audit/audit-view.ts'
import { call } from './api-client.ts'
import { addMember, type ConsoleClient, openConsole } from './console-client.ts'
import {
  type RunningAppliance,
  type RunningApplianceOptions,
  startAppliance,
} from './running-appliance.ts'
import { claimed, specimenForm } from './specimens.ts'

export interface WorkScene extends RunningAppliance {
  readonly awa: Reviewer
  readonly omar: Reviewer
  /** Id of a live verification that ended as this number has it end. */
  verified(idNumber?: string, more?: Readonly<Record<string, string>>): Promise<string>
  /** Id of the review of such a one. */
  queued(idNumber?: string): Promise<string>
  reviewer(name: string): Promise<Reviewer>
  /** Actions and details of what the staff did about a verification, oldest first. */
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

/** Whoever opens it closes it. */
export async function openWork(options: RunningApplianceOptions = {}): Promise<WorkScene> {
  const app = await startAppliance(options)
  const reviewer = async (name: string): Promise<Reviewer> => {
    const email = `${name}@bank.example`
    const { id } = await addMember(app.appliance, 'reviewer', email)
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
        .filter(({ actor }) => actor.kind === 'staff')
        .map(({ action, details }) => [action, details] as const)
        .toReversed()
    },
  }
  return scene
}
