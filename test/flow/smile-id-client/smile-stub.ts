// A scripted Smile ID: the stub server with a client that talks to it, and the answers a test starts from.

import type { ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import type { OnCall } from '../../../server/egress/outbound.ts'
import { type Log, silentLog } from '../../../server/kernel/log.ts'
import type { IdentityProvider, ProviderSubmission } from '../../../server/providers/provider.ts'
import type { SmileLimits } from '../../../server/providers/smile-id/client.ts'
import { createSmileIdProvider } from '../../../server/providers/smile-id/create-smile-id.ts'
import { sign } from '../../../server/providers/smile-id/signature.ts'
import { loopbackFetch } from '../../support/loopback-fetch.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { type HttpStub, type Received, sendJson, startHttpStub } from './http-stub.ts'

export const credentials = { partnerId: '085', apiKey: 'an invented key' }

export const submission: ProviderSubmission = {
  job: { jobId: 'job-1', userId: 'user-1' },
  country: 'SN',
  idType: 'national_id',
  openImages: async () => [
    { role: 'front', jpeg: Buffer.alloc(4_000, 'front') },
    { role: 'selfie', jpeg: Buffer.alloc(3_000, 'selfie') },
  ],
  beginUpload: async () => ({ id: 'out_1', startedAt: 0 }),
  claims: { idNumber: '1990200100042', firstName: 'Awa', lastName: 'Testou' },
}

/** What the three endpoints do; `call` counts from 0 for each of them. */
export interface Script {
  readonly prep?: Step
  readonly put?: Step
  readonly status?: Step
}
export type Step = (response: ServerResponse, call: number, scene: SmileScene) => void

export interface SmileScene {
  readonly stub: HttpStub
  readonly provider: IdentityProvider
  readonly clock: ManualClock
  /** Calls with their ends, as the ledger is told of them. */
  readonly told: readonly string[]
  /** Requests in order, as `prep`, `prep retry`, `put`, `status`. */
  calls(): readonly string[]
}

interface SmileSceneOptions {
  readonly limits?: Partial<SmileLimits>
  readonly sendClaims?: boolean
  readonly log?: Log
}

export async function setUpSmile(
  t: TestContext,
  script: Script,
  options: SmileSceneOptions = {},
): Promise<SmileScene> {
  const steps = { prep: giveLink, put: store, status: sayNoZip, ...script }
  const counts = { prep: 0, put: 0, status: 0 }
  const stub = await startHttpStub((request, response) => {
    const endpoint = routeOf(request)
    counts[endpoint] += 1
    steps[endpoint](response, counts[endpoint] - 1, scene)
  })
  const clock = new ManualClock()
  const told: string[] = []
  const onCall: OnCall =
    ({ purpose, host }) =>
    ({ outcome }) =>
      told.push(`${purpose} ${host} ${outcome}`)
  const { limits, log = silentLog, ...rest } = options
  const provider = createSmileIdProvider(
    { fetch: loopbackFetch({ onCall }), clock, log },
    {
      baseUrl: `${stub.origin}/v1`,
      uploadHosts: [],
      credentials,
      callbackUrl: (jobId) => `https://bank.example/v1/callbacks/smile-id/${jobId}`,
      limits: { repeatPausesMs: [0, 0], ...limits },
      ...rest,
    },
  )
  t.after(async () => {
    await provider.close()
    await stub.close()
  })
  const calls = () => stub.received.map((request) => nameOf(request))
  const scene: SmileScene = { stub, provider, clock, told, calls }
  return scene
}

export const giveLink: Step = (response, _, { stub }) =>
  sendJson(response, 200, {
    upload_url: `${stub.origin}/videos/1/selfie.zip?signed=1`,
    smile_job_id: '0000731201',
    code: '2202',
  })

export const store: Step = (response) => response.writeHead(200).end()

const sayNoZip: Step = (response, _, scene) =>
  sendStatus(response, scene, { job_complete: false, result: 'No zip uploaded yet' })

export const refuse =
  (code: string, error = 'refused', status = 400): Step =>
  (response) =>
    sendJson(response, status, { error, code })

export const reset: Step = (response) => response.socket?.resetAndDestroy()

/** Answers with the first step at the first call, and so on; the last one stays. */
export const oneAfterTheOther =
  (...steps: readonly Step[]): Step =>
  (response, call, scene) =>
    (steps[call] ?? steps.at(-1))?.(response, call, scene)

/** A status answer, signed now. */
export function sendStatus(
  response: ServerResponse,
  { clock }: SmileScene,
  fields: Record<string, unknown>,
): void {
  const timestamp = new Date(clock.now()).toISOString()
  const signed = { timestamp, signature: sign(credentials, timestamp) }
  sendJson(response, 200, { ...signed, code: '2302', ...fields })
}

function routeOf({ path }: Received): 'prep' | 'put' | 'status' {
  if (path === '/v1/upload') return 'prep'
  return path === '/v1/job_status' ? 'status' : 'put'
}

function nameOf(request: Received): string {
  const endpoint = routeOf(request)
  const isRetry = endpoint === 'prep' && request.body.includes('"retry":true')
  return isRetry ? 'prep retry' : endpoint
}
