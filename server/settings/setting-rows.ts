// The table of settings: one row each, the only place that knows their names, kinds and defaults.

import { scannerDownModes } from '../evidence/scan.ts'
import { type Market, markets } from '../markets/market.ts'
import { smileUploadHostsDefault } from '../providers/smile-id/reach.ts'
import { host, networks, networksOrEverywhere, serverUrl, serviceUrl } from './setting-addresses.ts'
import { path, privateFile, readableFile } from './setting-files.ts'
import { hostPatterns } from './setting-hosts.ts'
import {
  bearerToken,
  duration,
  oneOf,
  size,
  sizeOrNone,
  someOf,
  text,
  wholeNumber,
  yesNo,
} from './setting-kinds.ts'
import { row, type Setting } from './setting-row.ts'
import { scannerAddress } from './setting-scanner.ts'
import { webhookSettings } from './webhook-setting-rows.ts'

/** The checks of picture quality before the paid provider call (rulings 4.4). */
export const preflightModes = ['off', 'warn', 'enforce'] as const
export type PreflightMode = (typeof preflightModes)[number]

/** For which outcomes of a review a second person is needed. */
export const fourEyesModes = ['never', 'disputes', 'always'] as const
export type FourEyesMode = (typeof fourEyesModes)[number]

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
    help: 'How clients and the identity provider reach this server. Where it is set, requests must name its host.',
  }),
  insecureHttp: row('SVC_INSECURE_HTTP', yesNo, {
    default: 'no',
    help: 'Allows plain http beyond this machine. Keys and pictures then travel in the clear.',
  }),
  trustedProxies: row('SVC_TRUSTED_PROXIES', networks, {
    default: 'none',
    help: 'Reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, and which may ask by plain http.',
  }),
  consoleHost: row('SVC_CONSOLE_HOST', host, {
    derived: 'the names that the API answers under',
    help: 'Name under which alone the console answers, and nothing of the API but its description. Passkeys are bound to it: set it before people add them.',
  }),
  consoleNetworks: row('SVC_CONSOLE_NETWORKS', networksOrEverywhere, {
    default: 'everywhere',
    help: 'Addresses and networks from which the console answers; from others it is not there. This machine counts only where it is listed.',
  }),
  allowRoot: row('SVC_ALLOW_ROOT', yesNo, {
    default: 'no',
    help: 'Lets the server run as root, who may do anything on the machine. For containers in which there is no other user.',
  }),
  dataDir: row('SVC_DATA_DIR', path, {
    default: { appliance: 'data/var/appliance', demo: 'data/var/demo' },
    help: 'Folder of the database and the sealed pictures; on a local disk.',
  }),
  auditHeadFile: row('SVC_AUDIT_HEAD_FILE', path, {
    help: 'File that gets the head of the audit log every hour and at stop, a line each; best on another machine.',
  }),
  auditCopyFile: row('SVC_AUDIT_COPY_FILE', path, {
    help: 'File or FIFO that gets every entry of the audit log, a line each, for a log shipper to take to a second system.',
  }),
  auditLagMaxMs: row('SVC_AUDIT_LAG_MAX', duration('10s', '30d'), {
    default: '10m',
    help: 'How old an entry of the audit log may get uncopied; beyond that svc status, the console and the log tell that the copy lags.',
  }),
  auditLagStopMs: row('SVC_AUDIT_LAG_STOP', duration('10s', '30d'), {
    help: 'How old an entry may get uncopied before verifications are refused (503) until the copy has caught up. Never where it is not set.',
  }),
  diskReserveBytes: row('SVC_DISK_RESERVE', size('0', '1000TB'), {
    default: '2GB',
    help: 'Below how much free room on the disk of the data folder svc status and the console warn.',
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
  keyUploadBytesPerMinute: row('SVC_KEY_UPLOAD_BYTES', sizeOrNone('34MB', '1000TB'), {
    default: '2GB',
    help: 'How much one API key may upload a minute; 0 for no limit. Each process counts for itself, from its start.',
  }),
  keyPendingMax: row('SVC_KEY_PENDING_MAX', wholeNumber(1, 1_000_000), {
    default: '2000',
    unit: 'verifications',
    help: 'How many live verifications of one API key may be pending at once.',
  }),
  verificationsPerDayMax: row('SVC_VERIFICATIONS_PER_DAY_MAX', wholeNumber(1, 100_000_000), {
    unit: 'verifications',
    help: 'How many live verifications one API key may submit a day (UTC). No limit where it is not set.',
  }),
  imagesBytesMax: row('SVC_IMAGES_BYTES_MAX', size('1MB', '1000TB'), {
    help: 'How much room the stored pictures of live verifications may take up in all. No limit but the disk where it is not set.',
  }),
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
  keyApproval: row('SVC_KEY_APPROVAL', yesNo, {
    default: { appliance: 'yes', demo: 'no' },
    help: 'Whether a live key that can read, verify or manage, made in the console, waits for another administrator.',
  }),
  webhookApproval: row('SVC_WEBHOOK_APPROVAL', yesNo, {
    default: { appliance: 'yes', demo: 'no' },
    help: 'Whether the address of a live webhook, registered or changed in the console, waits for another administrator.',
  }),
  exportApprovalRows: row('SVC_EXPORT_APPROVAL_ROWS', wholeNumber(0, 10_000_000), {
    default: '1000',
    unit: 'rows',
    help: 'Above how many rows an export with personal data waits for a second person; what the same user took in the last 24 hours counts.',
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
  virusScanner: row('SVC_VIRUS_SCANNER', scannerAddress, {
    help: 'Where clamd scans each live image for viruses before it is kept: tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl. Over a network images go there in the clear.',
  }),
  virusScannerDown: row('SVC_VIRUS_SCANNER_DOWN', oneOf(scannerDownModes), {
    default: 'refuse',
    help: 'What happens to images while the scanner cannot be asked: refuse (503) or accept (taken unscanned, which is recorded).',
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
  smileUploadHosts: row('SVC_SMILE_UPLOAD_HOSTS', hostPatterns, {
    default: smileUploadHostsDefault,
    help: 'Where the links that Smile ID gives for uploads may lead, besides its own host. A host named in full may stand on a private range; one that a pattern takes in is reached at public addresses alone.',
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
  ...webhookSettings,
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
    help: 'More passwords that are refused, one a line, besides the lists that come with the product.',
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
