// The client against the product's own stand-in for Smile ID: same clock, real HTTP, a fresh job a call.

import type { TestContext } from 'node:test'
import {
  type SmileIdSimulatorOptions,
  startSmileIdSimulator,
} from '../../../server/demo/smile-id-simulator/simulator.ts'
import type { ServiceClient } from '../../../server/egress/service-client.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import type {
  IdentityProvider,
  ProviderImage,
  ProviderJob,
  ProviderSubmission,
  ResultReply,
} from '../../../server/providers/provider.ts'
import type { SmileLimits } from '../../../server/providers/smile-id/client.ts'
import { createSmileIdProvider } from '../../../server/providers/smile-id/create-smile-id.ts'
import type { SmileCredentials } from '../../../server/providers/smile-id/signature.ts'
import { loopbackFetch } from '../../support/loopback-fetch.ts'
import { ManualClock } from '../../support/manual-clock.ts'

export const credentials = { partnerId: '085', apiKey: 'an invented key' }

type Simulator = Awaited<ReturnType<typeof startSmileIdSimulator>>

interface SimulatorScene {
  readonly simulator: Simulator
  readonly clock: ManualClock
  /** A client as a fresh process would have it; `around` may stand in its way to the network. */
  provider(options?: ClientOptions): IdentityProvider
  /** A submission that nobody made before, with this document number as its claim. */
  submission(idNumber?: string): ProviderSubmission
  /** `paid`, `uploads` and `registrations` of the job, as the simulator counted them. */
  counts(job: ProviderJob): object | undefined
}

interface ClientOptions {
  readonly around?: (fetch: ServiceClient) => ServiceClient
  readonly credentials?: SmileCredentials
  readonly callbackUrl?: (jobId: string) => string
  readonly limits?: Partial<SmileLimits>
}

export async function setUpSimulator(
  t: TestContext,
  options: Partial<SmileIdSimulatorOptions> = {},
): Promise<SimulatorScene> {
  const clock = new ManualClock()
  const simulator = await startSmileIdSimulator({ ...options, clock, credentials })
  const fetch = loopbackFetch()
  t.after(async () => {
    await fetch.close()
    await simulator.close()
  })
  let made = 0
  return {
    simulator,
    clock,
    provider({ around, limits, ...options } = {}) {
      const settings = {
        baseUrl: simulator.baseUrl,
        uploadHosts: [],
        credentials,
        sendClaims: true,
        limits: { repeatPausesMs: [0, 0], ...limits },
        ...options,
      }
      const reached = around === undefined ? fetch : around(fetch)
      return createSmileIdProvider({ fetch: reached, clock, log: silentLog }, settings)
    },
    submission(idNumber = '1990200100042') {
      made += 1
      return {
        job: { jobId: `job-${made}`, userId: `user-${made}` },
        country: 'SN',
        idType: 'national_id',
        openImages: async () => [image('front'), image('back'), image('selfie')],
        beginUpload: async () => ({ id: 'out_1', startedAt: 0 }),
        claims: { idNumber, firstName: 'Awa', lastName: 'Testou', dateOfBirth: '1991-02-03' },
      }
    },
    counts({ jobId }) {
      const entry = simulator.ledger().find((each) => each.jobId === jobId)
      if (entry === undefined) return undefined
      const { paid, uploads, registrations } = entry
      return { paid, uploads, registrations }
    },
  }
}

/** Outcome and reasons in one line; the kind of reply where there is no verdict. */
export function inWords(reply: ResultReply): string {
  if (reply.kind === 'final') return [reply.verdict.outcome, ...reply.verdict.reasons].join(' ')
  return 'reason' in reply ? `${reply.kind} ${reply.reason}` : reply.kind
}

/** Begins as every JPEG does; nobody here looks further. */
function image(role: 'front' | 'back' | 'selfie'): ProviderImage {
  return {
    role,
    jpeg: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(50_000, role)]),
  }
}
