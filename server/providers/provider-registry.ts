// Creates the identity provider from the settings.

import { readFileSync } from 'node:fs'
import type { Config, Secrets } from '../config.ts'
import { type Egress, guardService } from '../egress/guard-service.ts'
import type { OnCall } from '../egress/outbound.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { type GuardedProvider, guardProvider } from './guarded-provider.ts'
import { createProviderFetch } from './provider-fetch.ts'
import { smileHosts } from './smile-id/allowed-hosts.ts'
import { smileCallbackUrl } from './smile-id/callback-path.ts'
import { createSmileIdProvider } from './smile-id/create-smile-id.ts'

/** Returns undefined where the settings name no partner account. */
export function createProvider(needs: {
  readonly config: Config
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
  readonly egress: Egress
  /** Called for every call to the provider, for the outbound log. */
  readonly onCall?: OnCall
}): GuardedProvider | undefined {
  const { smile, profile, publicUrl } = needs.config
  const { smileApiKey } = needs.secrets
  if (!smile || smileApiKey === undefined) return undefined
  const fetch = createProviderFetch({
    guard: guardService(needs.egress, smileHosts(smile)),
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
      // Claims are sent only to the simulator on this machine: nothing else is reached over plain
      // http (setting-addresses).
      sendClaims: profile === 'demo' && new URL(smile.baseUrl).protocol === 'http:',
    },
  )
  return guardProvider({ provider, clock: needs.clock, log: needs.log })
}
