// A Smile ID whose job status answers a test writes itself, field by field, and an appliance that asks it.

import { sign } from '../../../server/providers/smile-id/signature.ts'
import { call } from '../../support/api-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'
import { sendJson, startHttpStub } from '../smile-id-client/http-stub.ts'

export const credentials = { partnerId: '085', apiKey: 'a-key-of-the-test-partner' }

interface Job {
  readonly job_id: string
  readonly user_id: string
}

/** The HTTP status and body of an answer; `timestamp` and `signature` are added where they are missing. */
export interface Answer {
  readonly status?: number
  readonly fields: Readonly<Record<string, unknown>>
}

/** Returns the answer to the query with this index, from 0. */
export type Answering = (index: number, job: Job, clock: ManualClock) => Answer

interface OddScene {
  readonly app: RunningAppliance
  /** Of the job that was asked about last. */
  job(): Job
  /** Zips that were sent for the job that was submitted last. */
  uploads(): number
  close(): Promise<void>
  /** Submits with these claims, and lets the provider answer like this until the verification has completed. */
  verify(answering: Answering, claims?: Readonly<Record<string, string>>): Promise<Detail>
}

export type Detail = Readonly<Record<string, unknown>> & { readonly id: string }

export async function startOddSmileId(): Promise<OddScene> {
  const clock = new ManualClock()
  let [index, uploads] = [0, 0]
  let asked: Job = { job_id: '', user_id: '' }
  let answering: Answering = () => ({ fields: {} })
  const stub = await startHttpStub((request, response) => {
    if (request.path.startsWith('/videos/')) {
      uploads += 1
      return response.writeHead(200).end()
    }
    const body = JSON.parse(request.body.toString())
    if (request.path === '/v1/upload') {
      const upload_url = `${stub.origin}/videos/${body.partner_params.job_id}`
      return sendJson(response, 200, { upload_url, smile_job_id: '0000731201', code: 2202 })
    }
    asked = { job_id: body.job_id, user_id: body.user_id }
    const { status = 200, fields } = answering(index, asked, clock)
    index += 1
    sendJson(response, status, { ...signedNow(clock), code: '2302', ...fields })
  })
  const app = await startAppliance({
    clock,
    settings: { SVC_SMILE_BASE_URL: `${stub.origin}/v1`, SVC_PROVIDER_UNDECIDED_AFTER: '1h' },
  })
  return {
    app,
    job: () => asked,
    uploads: () => uploads,
    async close() {
      await app.close()
      await stub.close()
    },
    async verify(next, claims = {}) {
      ;[index, uploads, answering] = [0, 0, next]
      const body = specimenForm({ ...claimed, ...claims })
      const { data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body })
      return { ...(await app.finish(String(data.id))), id: String(data.id) }
    },
  }
}

export function signedNow(clock: Pick<ManualClock, 'now'>) {
  const timestamp = new Date(clock.now()).toISOString()
  return { timestamp, signature: sign(credentials, timestamp) }
}
