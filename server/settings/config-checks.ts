// Rules for combinations of settings whose single values are valid. One row per rule.

import { isLoopback } from './setting-addresses.ts'
import type { Profile, Setting } from './setting-row.ts'
import { settings } from './setting-rows.ts'
import type { SettingProblem } from './setting-sources.ts'
import type { SettingValues } from './setting-values.ts'

interface Loaded {
  readonly values: SettingValues
  readonly isGiven: (row: Setting<unknown>) => boolean
}

interface Check {
  /** The setting to correct; the message is reported under its name. */
  readonly correct: Setting<unknown>
  /** Other settings that the rule uses. If one of them is invalid, the rule is skipped. */
  readonly with: readonly Setting<unknown>[]
  /** The only profile in which the rule applies. Default: both. */
  readonly profile?: Profile
  readonly isBroken: (loaded: Loaded) => boolean
  readonly message: string
}

const { host, tlsCertFile, tlsKeyFile, publicUrl, insecureHttp, trustedProxies } = settings
const { consoleHost } = settings
const { auditHeadFile, auditCopyFile, auditLagMaxMs, auditLagStopMs } = settings
const { smileBaseUrl, smilePartnerId, smileApiKey, smileCaFile } = settings
const { scoringUrl, scoringToken, scoringCaFile } = settings
const { scoringClientCertFile, scoringClientKeyFile } = settings
const { webhookRetryDelaysMs, webhookMaxFailedAttempts } = settings

const checks: readonly Check[] = [
  {
    correct: tlsKeyFile,
    with: [tlsCertFile],
    isBroken: ({ isGiven }) => isGiven(tlsCertFile) && !isGiven(tlsKeyFile),
    message: `must be set too, because ${tlsCertFile.name} is`,
  },
  {
    correct: tlsCertFile,
    with: [tlsKeyFile],
    isBroken: ({ isGiven }) => isGiven(tlsKeyFile) && !isGiven(tlsCertFile),
    message: `must be set too, because ${tlsKeyFile.name} is`,
  },
  {
    correct: host,
    with: [tlsCertFile, tlsKeyFile, insecureHttp, trustedProxies],
    profile: 'appliance',
    isBroken: ({ values }) => !isLoopback(values.host) && !mayListenBeyondLoopback(values),
    message:
      `would offer plain http beyond this machine. Set ${tlsCertFile.name} and ` +
      `${tlsKeyFile.name}, or name your reverse proxy in ${trustedProxies.name}, ` +
      `or accept the risk with ${insecureHttp.name}=yes`,
  },
  {
    correct: host,
    with: [],
    profile: 'demo',
    isBroken: ({ values }) => !isLoopback(values.host),
    message: 'must stay on this machine (127.0.0.1, ::1 or localhost) in the demo',
  },
  {
    correct: publicUrl,
    with: [],
    profile: 'demo',
    isBroken: ({ isGiven }) => isGiven(publicUrl),
    message: 'must not be set in the demo, which is for this machine alone. Leave it out',
  },
  {
    correct: trustedProxies,
    with: [],
    profile: 'demo',
    isBroken: ({ values }) => values.trustedProxies.length > 0,
    message: 'must be none in the demo, which is for this machine alone. Leave it out',
  },
  {
    correct: consoleHost,
    with: [],
    profile: 'demo',
    isBroken: ({ isGiven }) => isGiven(consoleHost),
    message: 'must not be set in the demo, which is for this machine alone. Leave it out',
  },
  {
    correct: publicUrl,
    with: [consoleHost],
    profile: 'appliance',
    isBroken: ({ isGiven }) => isGiven(consoleHost) && !isGiven(publicUrl),
    message: `must be set too, because ${consoleHost.name} is: it then names the host of the API`,
  },
  {
    correct: consoleHost,
    with: [publicUrl],
    profile: 'appliance',
    isBroken: ({ values, isGiven }) => isGiven(publicUrl) && isHostOfApi(values),
    message: `must differ from the host in ${publicUrl.name}, or the API could not be reached. Leave it out to use one name for both`,
  },
  {
    correct: auditCopyFile,
    with: [auditLagStopMs],
    isBroken: ({ isGiven }) => isGiven(auditLagStopMs) && !isGiven(auditCopyFile),
    message: `must be set too, because ${auditLagStopMs.name} is`,
  },
  {
    correct: auditCopyFile,
    with: [auditHeadFile],
    isBroken: ({ values: { auditCopy, auditHeadFile: heads } }) =>
      auditCopy !== undefined && auditCopy.file === heads,
    message: `must be another file than ${auditHeadFile.name}`,
  },
  {
    correct: auditLagStopMs,
    with: [auditCopyFile, auditLagMaxMs],
    isBroken: ({ values: { auditCopy } }) =>
      auditCopy?.lagStopMs !== undefined && auditCopy.lagStopMs < auditCopy.lagMaxMs,
    message: `must be at least ${auditLagMaxMs.name}, so that a lag is reported before it stops verifications`,
  },
  {
    correct: smilePartnerId,
    with: [smileApiKey, smileBaseUrl, smileCaFile],
    isBroken: ({ isGiven }) => !isGiven(smilePartnerId) && isAnySmileGiven(isGiven),
    message: 'must be set too, because another setting of Smile ID is',
  },
  {
    correct: smileApiKey,
    with: [smilePartnerId, smileBaseUrl, smileCaFile],
    isBroken: ({ isGiven }) => !isGiven(smileApiKey) && isAnySmileGiven(isGiven),
    message: `must be set too (best as ${smileApiKey.name}_FILE), because another setting of Smile ID is`,
  },
  {
    correct: smileBaseUrl,
    with: [smilePartnerId, smileApiKey],
    profile: 'demo',
    isBroken: ({ isGiven }) => isGiven(smilePartnerId) && !isGiven(smileBaseUrl),
    message: `must be named too: a demo with ${smilePartnerId.name} set could make paid checks`,
  },
  {
    correct: scoringUrl,
    with: [scoringToken, scoringCaFile, scoringClientCertFile, scoringClientKeyFile],
    isBroken: ({ isGiven }) => !isGiven(scoringUrl) && isAnyScoringGiven(isGiven),
    message: 'must be set too, because another setting of the scoring engine is',
  },
  {
    correct: scoringToken,
    with: [scoringUrl],
    isBroken: ({ isGiven }) => isGiven(scoringUrl) && !isGiven(scoringToken),
    message: `must be set too (best as ${scoringToken.name}_FILE), because ${scoringUrl.name} is`,
  },
  {
    correct: scoringClientKeyFile,
    with: [scoringClientCertFile],
    isBroken: ({ isGiven }) => isGiven(scoringClientCertFile) && !isGiven(scoringClientKeyFile),
    message: `must be set too, because ${scoringClientCertFile.name} is`,
  },
  {
    correct: scoringClientCertFile,
    with: [scoringClientKeyFile],
    isBroken: ({ isGiven }) => isGiven(scoringClientKeyFile) && !isGiven(scoringClientCertFile),
    message: `must be set too, because ${scoringClientKeyFile.name} is`,
  },
  {
    correct: scoringClientCertFile,
    with: [scoringUrl, scoringClientKeyFile],
    isBroken: ({ values, isGiven }) =>
      isGiven(scoringClientCertFile) && values.scoringUrl?.startsWith('http:') === true,
    message: `can only be used over https, which ${scoringUrl.name} is not`,
  },
  {
    correct: webhookRetryDelaysMs,
    with: [webhookMaxFailedAttempts],
    isBroken: ({ values: { webhooks } }) =>
      webhooks.retryDelaysMs.length < webhooks.maxFailedAttempts - 1,
    message: `must name a delay for each retry: at least one less than ${webhookMaxFailedAttempts.name}`,
  },
]

/** Returns the broken rules, except those whose settings have problems already. */
export function faultsBetweenSettings(
  loaded: Loaded,
  profile: Profile,
  known: readonly SettingProblem[],
): readonly SettingProblem[] {
  const isSound = (row: Setting<unknown>) =>
    !known.some(({ name }) => name === row.name || name === `${row.name}_FILE`)
  return checks
    .filter((check) => check.profile === undefined || check.profile === profile)
    .filter(
      (check) => isSound(check.correct) && check.with.every(isSound) && check.isBroken(loaded),
    )
    .map((check) => ({ name: check.correct.name, message: check.message }))
}

function mayListenBeyondLoopback(values: SettingValues): boolean {
  const hasTls = values.tlsCertFile !== undefined && values.tlsKeyFile !== undefined
  return hasTls || values.insecureHttp || values.trustedProxies.length > 0
}

function isHostOfApi(values: SettingValues): boolean {
  return values.consoleHost === new URL(values.publicUrl).hostname.replace(/^\[|\]$/g, '')
}

function isAnySmileGiven(isGiven: Loaded['isGiven']): boolean {
  return [smilePartnerId, smileApiKey, smileBaseUrl, smileCaFile].some(isGiven)
}

function isAnyScoringGiven(isGiven: Loaded['isGiven']): boolean {
  return [scoringToken, scoringCaFile, scoringClientCertFile, scoringClientKeyFile].some(isGiven)
}
