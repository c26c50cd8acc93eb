// A provider that says more after its final answer, as a test lets it: by its result, asked again, and by callbacks.

import type { TestContext } from 'node:test'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { findNextDue } from '../../../server/jobs/job-claim-store.ts'
import type { IdentityProvider, ProviderJob } from '../../../server/providers/provider.ts'
import { mapResult } from '../../../server/providers/smile-id/map-result.ts'
import { findProviderJob } from '../../../server/verifications/provider-job/provider-job-store.ts'
import { call } from '../../support/api-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import type { RunningApplianceOptions } from '../../support/running-appliance.ts'
import { startWork, type WorkScene } from '../../support/scenes/work-scene.ts'
import { allPassed, statusOf } from '../../unit/providers/smile-answers.ts'
import { signedNow } from './odd-smile-id.ts'

export const approval = {
  ResultCode: '0810',
  Actions: allPassed,
  Country: claimed.country,
  FullName: `${claimed.first_name} ${claimed.last_name}`,
  DOB: claimed.date_of_birth,
  IDNumber: claimed.id_number,
}

/** Smile Secure's own result, as its page has it. */
export const searchOf = (users: readonly string[], ResultCode = '5211') => ({
  Antifraud: { SuspectUsers: users.map((user_id) => ({ user_id, reason: 'same-person' })) },
  ResultCode,
  ResultText: 'Suspect Users Found',
})

const keyRefused = {
  kind: 'refused',
  reason: 'provider_credentials_refused',
  code: '2205',
} as const

/** A provider whose next results a test chooses. */
export function chosenResults() {
  let result: object | 'none' | 'down' | 'locked' = approval
  /** Called while the provider is asked. */
  let meanwhile = async () => {}
  let asked = 0
  const wrapProvider = (provider: IdentityProvider): IdentityProvider => ({
    ...provider,
    async result(job: ProviderJob, signal: AbortSignal) {
      const reply = await provider.result(job, signal)
      asked += 1
      const raw = result
      if (reply.kind === 'final') await meanwhile()
      if (raw === 'down') return { kind: 'unavailable', reason: 'network' }
      if (raw === 'locked') return { ...keyRefused, raw }
      if (raw === 'none' || reply.kind !== 'final') return { kind: 'processing' }
      const answer = mapResult(statusOf(raw))
      return answer.kind === 'final' ? { ...answer, raw } : answer
    },
  })
  return {
    wrapProvider,
    asked: () => asked,
    says(next: typeof result) {
      result = next
    },
    whileAsked(work: () => Promise<void>) {
      meanwhile = work
    },
  }
}

export async function startLate(
  t: TestContext,
  settings: RunningApplianceOptions['settings'] = {},
) {
  const provider = chosenResults()
  const { wrapProvider } = provider
  return lateScene(await startWork(t, { settings, wrapProvider }), provider)
}

/** Of one job that makes others. Reached only if something is broken. */
const looksMax = 1_000

/** On PostgreSQL a notice of new work takes its time, also of what a job made while it ran. */
async function finishJobsOf({ appliance, clock, server }: WorkScene): Promise<void> {
  const isWorkDue = async () => {
    const next = await findNextDue(appliance.db.reader)
    return next !== undefined && next.dueAt <= clock.now()
  }
  for (let looks = 0; looks === 0 || (looks < looksMax && (await isWorkDue())); looks += 1) {
    server.jobs.wake()
    await server.jobs.idle()
  }
}

export function lateScene(
  scene: WorkScene,
  { wrapProvider: _, ...provider }: ReturnType<typeof chosenResults>,
) {
  const finishJobs = () => finishJobsOf(scene)
  const jobOf = (id: string) => findProviderJob(scene.appliance.db.reader, id)
  /** Lets the rest between two looks pass. */
  async function rest(): Promise<void> {
    scene.clock.advance(60_000)
    await scene.simulator.callbacksSettled()
    await finishJobs()
  }
  return {
    ...scene,
    ...provider,
    /** The provider's own callback may come after the end: what it causes is over then, and the rest after it. */
    async verified(...given: Parameters<WorkScene['verified']>) {
      const id = await scene.verified(...given)
      await rest()
      await rest()
      return id
    },
    async userOf(id: string) {
      return (await jobOf(id))?.userId ?? ''
    },
    async submit(more: Readonly<Record<string, string>> = {}) {
      const body = specimenForm({ ...claimed, ...more })
      const { data } = await call(`${scene.url}/kyc/verify`, { key: scene.liveKey, body })
      return String(data.id)
    },
    /** Returns the status of the answer; runs what follows. */
    async callBack(id: string, body: object = {}, signed: object = signedNow(scene.clock)) {
      const job = await jobOf(id)
      const PartnerParams = { job_id: job?.jobId, user_id: job?.userId, job_type: '6' }
      const address = `${scene.url}/callbacks/smile-id/${job?.jobId ?? 'job-gone'}`
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...body, PartnerParams, ...signed }),
      })
      await finishJobs()
      return response.status
    },
    /** Claims and decides the review; returns the status of the answer. */
    async decide(id: string, decision: object): Promise<number> {
      const { data } = await scene.awa.get(`/verifications/${id}`)
      const { id: review } = data.review as { readonly id: string }
      await scene.awa.post(`/reviews/${review}/claim`)
      return (await scene.awa.post(`/reviews/${review}/decide`, decision)).status
    },
    lateReasons: (id: string) => listLateReasons(scene, id),
    rest,
    async read(id: string) {
      return (await call(`${scene.url}/kyc/verifications/${id}`, { key: scene.liveKey })).data
    },
    async stored() {
      return scene.appliance.db.reader.selectFrom('late_results').selectAll().execute()
    },
    later: (id: string) => revealLater(scene, id),
  }
}

/** Returns the later results as staff see them. */
async function revealLater({ awa }: WorkScene, id: string) {
  const { data } = await awa.post(`/verifications/${id}/reveal`, { reason: 'complaint' })
  return data.later as readonly {
    readonly source: string
    readonly outcome: { readonly status: string; readonly reasons: readonly string[] } | null
    readonly answer: Readonly<Record<string, unknown>>
  }[]
}

/** Returns what the audit log says of each later result, oldest first. */
async function listLateReasons({ appliance }: WorkScene, subjectId: string) {
  const page = { limit: 100, after: undefined }
  const entries = await listAuditEntries(appliance.db.reader, { subjectId }, page)
  return entries
    .filter(({ action }) => action === 'verification.late_result')
    .map(({ details }) => details.reason)
    .toReversed()
}
