// Which identity provider the product runs with, put together from the settings.

import { readFileSync } from 'node:fs'
import type { Config, Secrets } from '../config.ts'
import { type Egress, guardService } from '../egress/guard-service.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { OnCall } from '../outbound/outbound.ts'
import { type GuardedProvider, guardProvider } from './guarded-provider.ts'
import { createProviderFetch } from './provider-fetch.ts'
import { smileCallbackUrl } from './smile-id/callback-path.ts'
import { createSmileIdProvider } from './smile-id/create-smile-id.ts'
import { smileReach } from './smile-id/reach.ts'

/** undefined where no partner account is set. */
export function createProvider(needs: {
  readonly config: Config
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
  readonly egress: Egress
  /** Told of every call to it. */
  readonly onCall?: OnCall
}): GuardedProvider | undefined {
  const { smile, profile, publicUrl } = needs.config
  const { smileApiKey } = needs.secrets
  if (!smile || smileApiKey === undefined) return undefined
  const fetch = createProviderFetch({
    guard: guardService(needs.egress, smileReach(smile)),
    extraCa: smile.caFile && readFileSync(smile.caFile, 'utf8'),
    caSetting: 'SVC_SMILE_CA_FILE',
    ...(needs.onCall === undefined ? {} : { onCall: needs.onCall }),
  })
  const provider = createSmileIdProvider(
    { fetch, clock: needs.clock, log: needs.log },
    {
      baseUrl: smile.baseUrl,
      uploadHosts: smile.uploadHosts,
      credentials: { partnerId: smile.partnerId, apiKey: smileApiKey },
      callbackUrl: (jobId) => smileCallbackUrl(publicUrl, jobId),
      // To the stand-in on this machine only: plain http is never anything else (setting-addresses).
      sendClaims: profile === 'demo' && new URL(smile.baseUrl).protocol === 'http:',
    },
  )
  return guardProvider({ provider, clock: needs.clock, log: needs.log })
}
