// The table of settings: one row each, the only place that knows their names, kinds and defaults. It
// feeds the loader (config.ts) and what describes them (describe-settings.ts).

import { type Market, markets } from '../markets/market.ts'
import { host, networks, serverUrl, serviceUrl } from './setting-addresses.ts'
import { path, privateFile, readableFile } from './setting-files.ts'
import {
  bearerToken,
  duration,
  durations,
  type Kind,
  oneOf,
  someOf,
  text,
  wholeNumber,
  yesNo,
} from './setting-kinds.ts'
import { allowedTargets } from './setting-targets.ts'

/** What the settings are for: a bank's appliance, or the self-contained demo. */
export type Profile = 'appliance' | 'demo'

export interface Setting<Value> {
  /** The name in the environment and in svc.conf. */
  readonly name: string
  readonly kind: Kind<Value>
  /** One sentence for the operator. */
  readonly help: string
  /** As an operator would write it. Absent: stays unset, or is worked out as `derived` says. */
  readonly default?: string | Readonly<Record<Profile, string>>
  /** How the default comes about, in words, where it depends on other settings. */
  readonly derived?: string
  /** What a bare number counts. */
  readonly unit?: string
  /** Never shown, never a flag, may be given as `<name>_FILE`. */
  readonly secret?: true
  /** The content of the file that it names is read again while the server runs. */
  readonly reload?: true
}

/** The checks of picture quality before the paid provider call (rulings 4.4). */
export const preflightModes = ['off', 'warn', 'enforce'] as const
export type PreflightMode = (typeof preflightModes)[number]

/** For which outcomes of a review a second person is needed. */
export const fourEyesModes = ['never', 'disputes', 'always'] as const
export type FourEyesMode = (typeof fourEyesModes)[number]

const webhookAttemptsMax = 20

const liveMarkets = markets.filter((market) => market.status === 'live')

export const settings = {
  configFile: row('SVC_CONFIG', readableFile, {
    derived: 'data/var/svc.conf of the product folder where it exists; the demo reads none',
    help: 'File of settings, one NAME=value a line. Itself set by --config or in the environment only.',
  }),
  host: row('SVC_HOST', host, {
    default: '127.0.0.1',
    help: 'Address to listen on. Another than this machine needs TLS or a trusted proxy.',
  }),
  port: row('SVC_PORT', wholeNumber(0, 65_535), {
    default: '8080',
    help: 'Port to listen on. 0 takes any free one.',
  }),
  tlsCertFile: row('SVC_TLS_CERT_FILE', readableFile, {
    reload: true,
    help: 'Certificate chain, PEM. With SVC_TLS_KEY_FILE the server speaks https.',
  }),
  tlsKeyFile: row('SVC_TLS_KEY_FILE', privateFile, {
    reload: true,
    help: 'Private key of the certificate, PEM.',
  }),
  publicUrl: row('SVC_PUBLIC_URL', serverUrl, {
    derived: 'made of SVC_HOST, SVC_PORT and whether TLS is on',
    help: 'How clients and the identity provider reach this server.',
  }),
  insecureHttp: row('SVC_INSECURE_HTTP', yesNo, {
    default: 'no',
    help: 'Allows plain http beyond this machine. Keys and pictures then travel in the clear.',
  }),
  trustedProxies: row('SVC_TRUSTED_PROXIES', networks, {
    default: 'none',
    help: 'Reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are believed.',
  }),
  dataDir: row('SVC_DATA_DIR', path, {
    default: { appliance: 'data/var/appliance', demo: 'data/var/demo' },
    help: 'Folder of the database and the sealed pictures; on a local disk.',
  }),
  masterKeyFile: row('SVC_MASTER_KEY_FILE', path, {
    default: 'data/var/master.key',
    derived: 'in the demo, master.key in SVC_DATA_DIR',
    help: 'The master key that everything sealed hangs on. Keep it out of backups of the data folder.',
  }),
  markets: row('SVC_MARKETS', someOf(markets.map((market) => market.country)), {
    default: countriesOf(liveMarkets),
    help: 'Markets that are served. A planned market works once it is named here.',
  }),
  rateLimitPerMinute: row('SVC_RATE_LIMIT_PER_MINUTE', wholeNumber(1, 1_000_000), {
    default: '600',
    unit: 'requests a minute',
    help: 'What one API key may ask.',
  }),
  rateLimitUnauthenticatedPerMinute: row(
    'SVC_RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE',
    wholeNumber(1, 1_000_000),
    {
      default: '60',
      unit: 'requests a minute',
      help: 'What one client address may ask without a valid key.',
    },
  ),
  headerTimeoutMs: row('SVC_HEADER_TIMEOUT', duration('1s', '2m'), {
    default: '10s',
    help: 'How long a client may take to send the head of a request.',
  }),
  bodyTimeoutMs: row('SVC_BODY_TIMEOUT', duration('1s', '30m'), {
    default: '2m',
    help: 'How long a client may take to send a whole request.',
  }),
  stopTimeoutMs: row('SVC_STOP_TIMEOUT', duration('0', '10m'), {
    default: '15s',
    help: 'How long a stop waits for requests and jobs in progress.',
  }),
  idempotencyRetentionMs: row('SVC_IDEMPOTENCY_RETENTION', duration('1m', '30d'), {
    default: '24h',
    help: 'How long the answer to an Idempotency-Key is kept.',
  }),
  keyRotationGraceMs: row('SVC_KEY_ROTATION_GRACE', duration('0', '90d'), {
    default: '24h',
    help: 'How long a rotated API key still works beside its successor.',
  }),
  jobConcurrency: row('SVC_JOB_CONCURRENCY', wholeNumber(1, 64), {
    default: '8',
    unit: 'jobs',
    help: 'How many jobs run at once.',
  }),
  preflight: row('SVC_PREFLIGHT', oneOf(preflightModes), {
    default: 'warn',
    help: 'Picture quality before the paid check: off, warn (recorded) or enforce (refused).',
  }),
  smilePartnerId: row('SVC_SMILE_PARTNER_ID', text, {
    help: 'Partner id at Smile ID, exactly as given. Without it only the sandbox is served.',
  }),
  smileApiKey: row('SVC_SMILE_API_KEY', text, {
    secret: true,
    help: 'API key at Smile ID; signs requests and checks answers.',
  }),
  smileBaseUrl: row('SVC_SMILE_BASE_URL', serviceUrl, {
    derived: 'https://api.smileidentity.com/v1 once a partner id is set; none in the demo',
    help: 'Where Smile ID answers, version segment included.',
  }),
  smileCaFile: row('SVC_SMILE_CA_FILE', readableFile, {
    help: 'Certificate authorities, PEM, to believe at Smile ID besides the public ones.',
  }),
  providerGiveUpAfterMs: row('SVC_PROVIDER_GIVE_UP_AFTER', duration('1s', '30d'), {
    default: '1h',
    help: 'How long an unreachable provider is tried before a verification ends in error.',
  }),
  providerUndecidedAfterMs: row('SVC_PROVIDER_UNDECIDED_AFTER', duration('1s', '90d'), {
    default: '48h',
    help: 'How long a provisional answer may stay so before a verification ends in error.',
  }),
  scoringUrl: row('SVC_SCORING_URL', serviceUrl, {
    derived: 'none, and no score is given; in the demo the one of its own stand-in',
    help: 'Where the scoring engine takes features and answers with a score.',
  }),
  scoringToken: row('SVC_SCORING_TOKEN', bearerToken, {
    secret: true,
    help: 'Sent to the scoring engine as Authorization: Bearer.',
  }),
  scoringTimeoutMs: row('SVC_SCORING_TIMEOUT', duration('100ms', '30s'), {
    default: '2s',
    help: 'How long the scoring engine may take, from dialling to the end of its answer.',
  }),
  scoringCaFile: row('SVC_SCORING_CA_FILE', readableFile, {
    help: 'Certificate authorities, PEM, to believe at the scoring engine besides the public ones.',
  }),
  scoringClientCertFile: row('SVC_SCORING_CLIENT_CERT_FILE', readableFile, {
    help: 'Certificate, PEM, that is shown to the scoring engine.',
  }),
  scoringClientKeyFile: row('SVC_SCORING_CLIENT_KEY_FILE', privateFile, {
    help: 'Private key of that certificate, PEM.',
  }),
  outboundRetentionMs: row('SVC_OUTBOUND_RETENTION', duration('1d', '3650d'), {
    default: '365d',
    help: 'How long the ledger of calls to the identity provider and the scoring engine is kept.',
  }),
  webhookAllow: row('SVC_WEBHOOK_ALLOW', allowedTargets, {
    default: 'none',
    help: 'Private networks and names that webhooks may go to, such as 10.1.0.0/16 or *.bank.internal:8443. A network may also be reached by plain http.',
  }),
  webhookCaFile: row('SVC_WEBHOOK_CA_FILE', readableFile, {
    help: 'Certificate authorities, PEM, to believe at receivers of webhooks besides the public ones.',
  }),
  webhookTimeoutMs: row('SVC_WEBHOOK_TIMEOUT', duration('1s', '60s'), {
    default: '10s',
    help: 'How long one attempt to deliver a webhook may take, from the look-up of the name to the answer.',
  }),
  webhookAllowLoopback: row('SVC_WEBHOOK_ALLOW_LOOPBACK', yesNo, {
    default: { appliance: 'no', demo: 'yes' },
    help: 'Lets webhooks go to this machine, also by plain http. For development only.',
  }),
  webhookRetryDelaysMs: row(
    'SVC_WEBHOOK_RETRY_DELAYS',
    durations('1s', '7d', webhookAttemptsMax - 1),
    {
      default: '1m,5m,30m,2h,8h',
      help: 'How long after each failed attempt to deliver a webhook the next is made, in order. With the default five attempts a delivery is tried at 0, +1m, +5m, +30m and +2h and given up after 2 h 36 min; the 8h come before a sixth only, after which it is given up at 10 h 36 min. Receivers should remember ids for longer: 3 hours, or 11 with six attempts.',
    },
  ),
  webhookMaxFailedAttempts: row(
    'SVC_WEBHOOK_MAX_FAILED_ATTEMPTS',
    wholeNumber(1, webhookAttemptsMax),
    {
      default: '5',
      unit: 'attempts',
      help: 'After how many failed attempts the delivery of a webhook has failed.',
    },
  ),
  webhookAttemptRetentionMs: row('SVC_WEBHOOK_ATTEMPT_RETENTION', duration('1d', '3650d'), {
    default: '30d',
    help: 'How long the attempts to deliver webhooks are kept.',
  }),
  webhookBodyRetentionMs: row('SVC_WEBHOOK_BODY_RETENTION', duration('1d', '365d'), {
    default: '7d',
    help: 'How long the body of a webhook is kept, for replays, once all its deliveries have ended.',
  }),
  webhookDeactivateOnGone: row('SVC_WEBHOOK_DEACTIVATE_ON_GONE', yesNo, {
    default: 'no',
    help: 'Whether a webhook is deactivated when its receiver answers 410 (gone).',
  }),
  webhookSecret: row('SVC_WEBHOOK_SECRET', text, {
    secret: true,
    help: 'Secret of a webhook that svc webhooks verify judges with.',
  }),
  sessionIdleMs: row('SVC_SESSION_IDLE', duration('1m', '1h'), {
    default: '15m',
    help: 'After how long without use a session of the console ends.',
  }),
  sessionMaxMs: row('SVC_SESSION_MAX', duration('5m', '24h'), {
    default: '12h',
    help: 'After how long a session of the console ends whatever its use.',
  }),
  secondFactorRequired: row('SVC_SECOND_FACTOR_REQUIRED', yesNo, {
    default: { appliance: 'yes', demo: 'no' },
    help: 'Whether everybody who signs in to the console needs a second factor.',
  }),
  passwordBlocklistFile: row('SVC_PASSWORD_BLOCKLIST_FILE', readableFile, {
    help: 'More passwords that are refused, one a line, besides the list that comes with the product.',
  }),
  reviewSamplePercent: row('SVC_REVIEW_SAMPLE', wholeNumber(0, 100), {
    default: '2',
    unit: 'percent',
    help: 'How many of the approved live verifications people look at all the same, drawn at random.',
  }),
  reviewFourEyes: row('SVC_REVIEW_FOUR_EYES', oneOf(fourEyesModes), {
    default: 'disputes',
    help: 'Which outcomes of a review a second person has to approve: those that dispute the decision, every one, or none.',
  }),
  serverUrl: row('SVC_URL', serverUrl, {
    derived: 'SVC_PUBLIC_URL',
    help: 'Server that svc verifications submit talks to.',
  }),
  apiKey: row('SVC_API_KEY', text, {
    secret: true,
    help: 'API key that svc verifications submit uses.',
  }),
}

/** Every row, in the order in which operators read them. */
export const settingRows: readonly Setting<unknown>[] = Object.values(settings)

function countriesOf(some: readonly Market[]): string {
  return some.map((market) => market.country).join(',')
}

function row<Value>(
  name: string,
  kind: Kind<Value>,
  rest: Omit<Setting<Value>, 'name' | 'kind'>,
): Setting<Value> {
  return { name, kind, ...rest }
}
