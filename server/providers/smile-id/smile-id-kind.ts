// Smile ID as one of the product's providers: its account in the settings and how to open, try and read it.

import type { Config, Secrets } from '../../config.ts'
import type { ProviderAccount, ProviderKind } from '../provider-kind.ts'
import { smileHosts } from './allowed-hosts.ts'
import { readSmileIdCallback } from './callback.ts'
import { createSmileIdProvider } from './create-smile-id.ts'
import { readDocument } from './document-readings.ts'
import { saysSame, suspicionOf } from './late-answers.ts'
import { parseResult } from './protocol.ts'
import { tryAccount } from './try-account.ts'

const name = 'smile-id'

export const smileId: ProviderKind = {
  name,
  chosenBy: 'SVC_SMILE_PARTNER_ID',
  findAccount: ({ config, secrets }) =>
    config.smile && secrets.smileApiKey !== undefined
      ? accountOf(config, config.smile, secrets.smileApiKey)
      : undefined,
  readingsOf(answer) {
    const result = parseResult(answer)
    return result === undefined ? {} : readDocument(result)
  },
  suspicionOf,
  saysSame,
}

function accountOf(
  { profile, publicUrl }: Config,
  smile: NonNullable<Config['smile']>,
  apiKey: NonNullable<Secrets['smileApiKey']>,
): ProviderAccount {
  const url = new URL(smile.baseUrl)
  const credentials = { partnerId: smile.partnerId, apiKey }
  return {
    url,
    hosts: smileHosts(smile),
    linkedHosts: { setting: 'SVC_SMILE_UPLOAD_HOSTS', patterns: smile.uploadHosts },
    caFile: smile.caFile,
    settings: {
      url: 'SVC_SMILE_BASE_URL',
      credentials: 'SVC_SMILE_PARTNER_ID, SVC_SMILE_API_KEY',
      caFile: 'SVC_SMILE_CA_FILE',
    },
    open: (needs) =>
      createSmileIdProvider(needs, {
        baseUrl: smile.baseUrl,
        uploadHosts: smile.uploadHosts,
        credentials,
        callbackUrl: (jobId) => callbackUrl(publicUrl, jobId),
        // Claims are sent only to the simulator on this machine: nothing else is reached over plain
        // http (setting-addresses).
        sendClaims: profile === 'demo' && url.protocol === 'http:',
      }),
    tryOut: (needs, limits) => tryAccount(needs, { baseUrl: url, credentials }, limits),
    readCallback: (body, nowMs) => readSmileIdCallback(body, credentials, nowMs),
  }
}

/**
 * Returns the callback URL of one job. Each job has its own with its random id: without knowing a job nobody can even
 * make us read a body. `publicUrl` has no slash at its end.
 */
function callbackUrl(publicUrl: string, jobId: string): string {
  return `${publicUrl}/v1/callbacks/${name}/${jobId}`
}
