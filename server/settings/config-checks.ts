// Which settings do not go together, once each of them is right in itself. One row a rule.

import { isLoopback } from './setting-addresses.ts'
import type { Profile, Setting } from './setting-row.ts'
import { settings } from './setting-rows.ts'
import type { SettingProblem } from './setting-sources.ts'
import type { SettingValues } from './setting-values.ts'

interface Facts {
  readonly values: SettingValues
  readonly isGiven: (row: Setting<unknown>) => boolean
}

interface Check {
  /** The setting to mend, under whose name the message stands. */
  readonly mend: Setting<unknown>
  /** The others that the rule looks at. Where one of them is wrong in itself, the rule is not asked. */
  readonly with: readonly Setting<unknown>[]
  /** Where the rule holds; everywhere unless said. */
  readonly profile?: Profile
  readonly isBroken: (facts: Facts) => boolean
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
    mend: tlsKeyFile,
    with: [tlsCertFile],
    isBroken: ({ isGiven }) => isGiven(tlsCertFile) && !isGiven(tlsKeyFile),
    message: `must be set too, because ${tlsCertFile.name} is`,
  },
  {
    mend: tlsCertFile,
    with: [tlsKeyFile],
    isBroken: ({ isGiven }) => isGiven(tlsKeyFile) && !isGiven(tlsCertFile),
    message: `must be set too, because ${tlsKeyFile.name} is`,
  },
  {
    mend: host,
    with: [tlsCertFile, tlsKeyFile, insecureHttp, trustedProxies],
    profile: 'appliance',
    isBroken: ({ values }) => !isLoopback(values.host) && !isCoveredBeyondLoopback(values),
    message:
      `would offer plain http beyond this machine. Set ${tlsCertFile.name} and ` +
      `${tlsKeyFile.name}, or name your reverse proxy in ${trustedProxies.name}, ` +
      `or accept the risk with ${insecureHttp.name}=yes`,
  },
  {
    mend: host,
    with: [],
    profile: 'demo',
    isBroken: ({ values }) => !isLoopback(values.host),
    message: 'must stay on this machine (127.0.0.1, ::1 or localhost) in the demo',
  },
  {
    mend: publicUrl,
    with: [],
    profile: 'demo',
    isBroken: ({ isGiven }) => isGiven(publicUrl),
    message: 'must not be set in the demo, which is for this machine alone. Leave it out',
  },
  {
    mend: trustedProxies,
    with: [],
    profile: 'demo',
    isBroken: ({ values }) => values.trustedProxies.length > 0,
    message: 'must be none in the demo, which is for this machine alone. Leave it out',
  },
  {
    mend: consoleHost,
    with: [],
    profile: 'demo',
    isBroken: ({ isGiven }) => isGiven(consoleHost),
    message: 'must not be set in the demo, which is for this machine alone. Leave it out',
  },
  {
    mend: publicUrl,
    with: [consoleHost],
    profile: 'appliance',
    isBroken: ({ isGiven }) => isGiven(consoleHost) && !isGiven(publicUrl),
    message: `must be set too, because ${consoleHost.name} is: it is the name of the API then`,
  },
  {
    mend: consoleHost,
    with: [publicUrl],
    profile: 'appliance',
    isBroken: ({ values, isGiven }) => isGiven(publicUrl) && isNameOfApi(values),
    message: `must be another name than that in ${publicUrl.name}, or nothing of the API would answer. Leave it out for one name for both`,
  },
  {
    mend: auditCopyFile,
    with: [auditLagStopMs],
    isBroken: ({ isGiven }) => isGiven(auditLagStopMs) && !isGiven(auditCopyFile),
    message: `must be set too, because ${auditLagStopMs.name} is`,
  },
  {
    mend: auditCopyFile,
    with: [auditHeadFile],
    isBroken: ({ values: { auditCopy, auditHeadFile: heads } }) =>
      auditCopy !== undefined && auditCopy.file === heads,
    message: `must be another file than ${auditHeadFile.name}`,
  },
  {
    mend: auditLagStopMs,
    with: [auditCopyFile, auditLagMaxMs],
    isBroken: ({ values: { auditCopy } }) =>
      auditCopy?.lagStopMs !== undefined && auditCopy.lagStopMs < auditCopy.lagMaxMs,
    message: `must be at least ${auditLagMaxMs.name}, so that a lag is told of before it stops anything`,
  },
  {
    mend: smilePartnerId,
    with: [smileApiKey, smileBaseUrl, smileCaFile],
    isBroken: ({ isGiven }) => !isGiven(smilePartnerId) && isAnySmileGiven(isGiven),
    message: 'must be set too, because another setting of Smile ID is',
  },
  {
    mend: smileApiKey,
    with: [smilePartnerId, smileBaseUrl, smileCaFile],
    isBroken: ({ isGiven }) => !isGiven(smileApiKey) && isAnySmileGiven(isGiven),
    message: `must be set too (best as ${smileApiKey.name}_FILE), because another setting of Smile ID is`,
  },
  {
    mend: smileBaseUrl,
    with: [smilePartnerId, smileApiKey],
    profile: 'demo',
    isBroken: ({ isGiven }) => isGiven(smilePartnerId) && !isGiven(smileBaseUrl),
    message: `must be named too: a demo with ${smilePartnerId.name} set could make paid checks`,
  },
  {
    mend: scoringUrl,
    with: [scoringToken, scoringCaFile, scoringClientCertFile, scoringClientKeyFile],
    isBroken: ({ isGiven }) => !isGiven(scoringUrl) && isAnyScoringGiven(isGiven),
    message: 'must be set too, because another setting of the scoring engine is',
  },
  {
    mend: scoringToken,
    with: [scoringUrl],
    isBroken: ({ isGiven }) => isGiven(scoringUrl) && !isGiven(scoringToken),
    message: `must be set too (best as ${scoringToken.name}_FILE), because ${scoringUrl.name} is`,
  },
  {
    mend: scoringClientKeyFile,
    with: [scoringClientCertFile],
    isBroken: ({ isGiven }) => isGiven(scoringClientCertFile) && !isGiven(scoringClientKeyFile),
    message: `must be set too, because ${scoringClientCertFile.name} is`,
  },
  {
    mend: scoringClientCertFile,
    with: [scoringClientKeyFile],
    isBroken: ({ isGiven }) => isGiven(scoringClientKeyFile) && !isGiven(scoringClientCertFile),
    message: `must be set too, because ${scoringClientKeyFile.name} is`,
  },
  {
    mend: scoringClientCertFile,
    with: [scoringUrl, scoringClientKeyFile],
    isBroken: ({ values, isGiven }) =>
      isGiven(scoringClientCertFile) && values.scoringUrl?.startsWith('http:') === true,
    message: `can only be shown over https, which ${scoringUrl.name} is not`,
  },
  {
    mend: webhookRetryDelaysMs,
    with: [webhookMaxFailedAttempts],
    isBroken: ({ values: { webhooks } }) =>
      webhooks.retryDelaysMs.length < webhooks.maxFailedAttempts - 1,
    message: `must name a delay for each retry: at least one less than ${webhookMaxFailedAttempts.name}`,
  },
]

/** What else is wrong, given what is wrong already. */
export function faultsBetweenSettings(
  facts: Facts,
  profile: Profile,
  known: readonly SettingProblem[],
): readonly SettingProblem[] {
  const isSound = (row: Setting<unknown>) =>
    !known.some(({ name }) => name === row.name || name === `${row.name}_FILE`)
  return checks
    .filter((check) => check.profile === undefined || check.profile === profile)
    .filter((check) => isSound(check.mend) && check.with.every(isSound) && check.isBroken(facts))
    .map((check) => ({ name: check.mend.name, message: check.message }))
}

function isCoveredBeyondLoopback(values: SettingValues): boolean {
  const hasTls = values.tlsCertFile !== undefined && values.tlsKeyFile !== undefined
  return hasTls || values.insecureHttp || values.trustedProxies.length > 0
}

function isNameOfApi(values: SettingValues): boolean {
  return values.consoleHost === new URL(values.publicUrl).hostname.replace(/^\[|\]$/g, '')
}

function isAnySmileGiven(isGiven: Facts['isGiven']): boolean {
  return [smilePartnerId, smileApiKey, smileBaseUrl, smileCaFile].some(isGiven)
}

function isAnyScoringGiven(isGiven: Facts['isGiven']): boolean {
  return [scoringToken, scoringCaFile, scoringClientCertFile, scoringClientKeyFile].some(isGiven)
}
