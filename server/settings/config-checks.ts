// Rules for combinations of settings whose single values are valid. One row per rule.

import {
  type ConfigRule,
  type Loaded,
  logFileFor,
  neededBy,
  neededByParts,
  onlySource,
  together,
  unsetInDemo,
} from './config-rules.ts'
import { isLoopback } from './setting-addresses.ts'
import { isOtherDatabase } from './setting-database.ts'
import type { Profile } from './setting-row.ts'
import { type SettingPath, settings } from './setting-rows.ts'
import type { SettingProblem } from './setting-sources.ts'
import type { SettingTree } from './setting-values.ts'

const partsOfSmile = [
  'smile.partnerId',
  'secrets.smileApiKey',
  'smile.baseUrl',
  'smile.caFile',
] as const
const partsOfScoring = [
  'secrets.scoringToken',
  'scoring.caFile',
  'scoring.clientCertificate.certFile',
  'scoring.clientCertificate.keyFile',
] as const

const partsOfDirectory = [
  'oidc.clientId',
  'secrets.oidcClientSecret',
  'oidc.clientKeyFile',
] as const

const auditTargets = ['auditCopy.file', 'auditCopy.syslog.url', 'auditCopy.webhook.url'] as const

const checks: readonly ConfigRule[] = [
  unsetInDemo('secrets.databaseUrl'),
  neededBy('secrets.databaseUrl', 'secrets.databaseOwnerUrl'),
  neededBy('secrets.databaseUrl', 'database.caFile'),
  neededBy('secrets.databaseUrl', 'imagesDir'),
  {
    ...onlySource('backup.to', ['secrets.databaseUrl']),
    message:
      'must not be set together with SVC_DATABASE_URL: backups of this product hold the SQLite file, not PostgreSQL. Leave it out, and back up the database with pg_dump or pg_basebackup, with the folder of images and the master key beside it: svc help postgresql',
  },
  {
    correct: 'secrets.databaseOwnerUrl',
    with: ['secrets.databaseUrl'],
    isBroken: ({ values: { secrets } }) =>
      isOtherDatabase(secrets.databaseUrl, secrets.databaseOwnerUrl),
    message: 'must name the same database as SVC_DATABASE_URL, with another user',
  },
  ...together('faces.measurementFile', 'faces.modelFile'),
  {
    correct: 'documentReading',
    with: ['faces.modelFile'],
    isBroken: ({ values, isGiven }) =>
      isGiven('faces.modelFile') && values.documentReading === 'off',
    message:
      'must be warn or enforce, because SVC_FACE_MODEL is set: portraits are found by the document’s zone, as they were when the model was measured',
  },
  ...together('tls.keyFile', 'tls.certFile'),
  {
    correct: 'host',
    with: ['tls.certFile', 'tls.keyFile', 'insecureHttp', 'trustedProxies'],
    profile: 'appliance',
    isBroken: ({ values }) => !isLoopback(values.host) && !mayListenBeyondLoopback(values),
    message:
      'would offer plain http beyond this machine. Set SVC_TLS_CERT_FILE and SVC_TLS_KEY_FILE, ' +
      'or name your reverse proxy in SVC_TRUSTED_PROXIES, or accept the risk with SVC_INSECURE_HTTP=yes',
  },
  {
    correct: 'host',
    with: [],
    profile: 'demo',
    isBroken: ({ values }) => !isLoopback(values.host),
    message: 'must stay on this machine (127.0.0.1, ::1 or localhost) in the demo',
  },
  unsetInDemo('publicUrl'),
  ...(['masterKeyCredential', 'masterKeyCommand', 'masterKeyPreviousFile'] as const).map(
    unsetInDemo,
  ),
  onlySource('masterKeyCommand', ['masterKeyFile', 'masterKeyCredential']),
  onlySource('masterKeyCredential', ['masterKeyFile']),
  neededBy('masterKeyCommand', 'masterKeyWrappedFile'),
  {
    correct: 'trustedProxies',
    with: [],
    profile: 'demo',
    isBroken: ({ values }) => values.trustedProxies.length > 0,
    message: 'must be none in the demo, which is for this machine alone. Leave it out',
  },
  unsetInDemo('consoleHost'),
  {
    correct: 'ops.port',
    with: ['port', 'host', 'ops.host'],
    isBroken: ({ values: { ops, port, host } }) =>
      ops.port !== 0 && ops.port === port && doMeet(host, ops.host),
    message: 'must be another port than SVC_PORT, or 0 for no listener for supervisors',
  },
  {
    ...neededBy('publicUrl', 'consoleHost'),
    profile: 'appliance',
    message: 'must be set too, because SVC_CONSOLE_HOST is: it then names the host of the API',
  },
  {
    correct: 'consoleHost',
    with: ['publicUrl'],
    profile: 'appliance',
    isBroken: ({ values, isGiven }) => isGiven('publicUrl') && isHostOfApi(values),
    message:
      'must differ from the host in SVC_PUBLIC_URL, or the API could not be reached. Leave it out to use one name for both',
  },
  {
    correct: 'auditCopy.lagStopMs',
    with: ['auditCopy.file', 'auditCopy.syslog.url', 'auditCopy.webhook.url'],
    isBroken: ({ isGiven }) =>
      isGiven('auditCopy.lagStopMs') && !auditTargets.some((target) => isGiven(target)),
    message:
      'says when a copy that lags stops verifications, but there is none: set SVC_AUDIT_COPY_FILE, SVC_AUDIT_SYSLOG or SVC_AUDIT_WEBHOOK_URL too',
  },
  neededBy('auditCopy.syslog.url', 'auditCopy.syslog.caFile'),
  neededBy('auditCopy.webhook.url', 'auditCopy.webhook.caFile'),
  ...together('auditCopy.webhook.url', 'secrets.auditWebhookSecret'),
  logFileFor('log.ship.syslog.url'),
  logFileFor('log.ship.webhook.url'),
  neededBy('log.ship.syslog.url', 'log.ship.syslog.caFile'),
  neededBy('log.ship.webhook.url', 'log.ship.webhook.caFile'),
  ...together('log.ship.webhook.url', 'secrets.logWebhookSecret'),
  neededBy('traces.url', 'traces.caFile'),
  neededBy('traces.url', 'secrets.otlpToken'),
  {
    correct: 'auditCopy.file',
    with: ['auditHeadFile'],
    isBroken: ({ values: { auditCopy, auditHeadFile } }) =>
      auditCopy.file !== undefined && auditCopy.file === auditHeadFile,
    message: 'must be another file than SVC_AUDIT_HEAD_FILE',
  },
  {
    correct: 'auditCopy.lagStopMs',
    with: ['auditCopy.lagMaxMs'],
    isBroken: ({ values: { auditCopy } }) =>
      auditCopy.lagStopMs !== undefined && auditCopy.lagStopMs < auditCopy.lagMaxMs,
    message:
      'must be at least SVC_AUDIT_LAG_MAX, so that a lag is reported before it stops verifications',
  },
  neededByParts('smile.partnerId', partsOfSmile, { of: 'Smile ID' }),
  neededByParts('secrets.smileApiKey', partsOfSmile, {
    of: 'Smile ID',
    best: ' (best as SVC_SMILE_API_KEY_FILE)',
  }),
  {
    correct: 'smile.baseUrl',
    with: ['smile.partnerId', 'secrets.smileApiKey'],
    profile: 'demo',
    isBroken: ({ isGiven }) => isGiven('smile.partnerId') && !isGiven('smile.baseUrl'),
    message: 'must be named too: a demo with SVC_SMILE_PARTNER_ID set could make paid checks',
  },
  neededByParts('scoring.url', partsOfScoring, { of: 'the scoring engine' }),
  {
    ...neededBy('secrets.scoringToken', 'scoring.url'),
    message: 'must be set too (best as SVC_SCORING_TOKEN_FILE), because SVC_SCORING_URL is',
  },
  neededByParts('oidc.issuer', partsOfDirectory, { of: 'the directory' }),
  neededBy('oidc.clientId', 'oidc.issuer'),
  {
    correct: 'secrets.oidcClientSecret',
    with: ['oidc.issuer', 'oidc.clientKeyFile'],
    isBroken: ({ isGiven }) =>
      isGiven('oidc.issuer') &&
      isGiven('secrets.oidcClientSecret') === isGiven('oidc.clientKeyFile'),
    message:
      'or SVC_OIDC_CLIENT_KEY_FILE must be set, one of the two (the secret best as SVC_OIDC_CLIENT_SECRET_FILE)',
  },
  neededBy('oidc.clientKeyFile', 'oidc.clientKeyId'),
  {
    correct: 'users.localSignIn',
    with: ['oidc.issuer'],
    isBroken: ({ values, isGiven }) =>
      values.users.localSignIn !== 'everyone' && !isGiven('oidc.issuer'),
    message:
      'must be everyone unless SVC_OIDC_ISSUER is set: the others could not sign in anywhere',
  },
  {
    correct: 'users.emergencyAccounts',
    with: ['users.localSignIn'],
    isBroken: ({ values: { users } }) =>
      users.localSignIn === 'emergency' && users.emergencyAccounts.length === 0,
    message:
      'must name a local administrator, because SVC_LOCAL_SIGN_IN is emergency: nobody could sign in while the directory is down',
  },
  ...together('scoring.clientCertificate.keyFile', 'scoring.clientCertificate.certFile'),
  {
    correct: 'scoring.clientCertificate.certFile',
    with: ['scoring.url', 'scoring.clientCertificate.keyFile'],
    isBroken: ({ values, isGiven }) =>
      isGiven('scoring.clientCertificate.certFile') &&
      values.scoring?.url.startsWith('http:') === true,
    message: 'can only be used over https, which SVC_SCORING_URL is not',
  },
  { ...neededBy('backupRecipient', 'backup.to'), profile: 'appliance' },
  {
    correct: 'backupS3.endpoint',
    with: ['backup.to'],
    isBroken: ({ values: { backup, backupS3 } }) =>
      backup?.to.startsWith('s3://') === true && backupS3 === undefined,
    message: 'must be set too, with SVC_BACKUP_S3_KEY_ID, because SVC_BACKUP_TO is a bucket',
  },
  {
    ...neededBy('secrets.backupS3SecretKey', 'backupS3.endpoint'),
    message:
      'must be set too (best as SVC_BACKUP_S3_SECRET_KEY_FILE), because SVC_BACKUP_S3_ENDPOINT is',
  },
  neededBy('backupS3.keyId', 'backupS3.endpoint'),
  neededBy('imagesS3.url', 'imagesS3.keyId'),
  ...together('imagesS3.keyId', 'secrets.imagesS3SecretKey'),
  {
    correct: 'imagesS3.keyId',
    with: ['imagesS3.url', 'backupS3.keyId'],
    isBroken: ({ isGiven }) =>
      isGiven('imagesS3.url') && !isGiven('imagesS3.keyId') && !isGiven('backupS3.keyId'),
    message:
      'must be set too, with SVC_IMAGES_S3_SECRET_KEY_FILE, because SVC_IMAGES_URL is a bucket and there is no key of the backups either',
  },
  {
    correct: 'imagesS3.url',
    with: ['imagesDir'],
    isBroken: ({ isGiven }) => isGiven('imagesS3.url') && isGiven('imagesDir'),
    message:
      'must not be set together with SVC_IMAGES_DIR: the images are in one place. Leave one out',
  },
  {
    correct: 'webhooks.retryDelaysMs',
    with: ['webhooks.maxFailedAttempts'],
    isBroken: ({ values: { webhooks } }) =>
      webhooks.retryDelaysMs.length < webhooks.maxFailedAttempts - 1,
    message:
      'must name a delay for each retry: at least one less than SVC_WEBHOOK_MAX_FAILED_ATTEMPTS',
  },
]

/** Returns the broken rules, except those whose settings have problems already. */
export function faultsBetweenSettings(
  loaded: Loaded,
  profile: Profile,
  known: readonly SettingProblem[],
): readonly SettingProblem[] {
  const isSound = (path: SettingPath) => {
    const { name: ours } = settings[path]
    return !known.some(({ name }) => name === ours || name === `${ours}_FILE`)
  }
  return checks
    .filter((check) => check.profile === undefined || check.profile === profile)
    .filter(
      (check) => isSound(check.correct) && check.with.every(isSound) && check.isBroken(loaded),
    )
    .map(({ correct, message }) => ({ name: settings[correct].name, message }))
}

function mayListenBeyondLoopback(values: SettingTree): boolean {
  return values.tls !== undefined || values.insecureHttp || values.trustedProxies.length > 0
}

function isHostOfApi(values: SettingTree): boolean {
  return values.consoleHost === new URL(values.publicUrl).hostname.replace(/^\[|\]$/g, '')
}

/** Whether two listeners with one port would be in each other's way. */
function doMeet(host: string, other: string): boolean {
  return host === other || [host, other].some((one) => one === '0.0.0.0' || one === '::')
}
