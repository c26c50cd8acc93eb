// The table of settings: one row each, the only place that defines their names, kinds and defaults.

import { scannerDownModes } from '../images/scan.ts'
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

/** The checks of image quality before the paid provider call (rulings 4.4). */
export const preflightModes = ['off', 'warn', 'enforce'] as const
export type PreflightMode = (typeof preflightModes)[number]

/** Outcomes of a review that need the approval of a second user. */
export const fourEyesModes = ['never', 'disputes', 'always'] as const
export type FourEyesMode = (typeof fourEyesModes)[number]

const liveMarkets = markets.filter((market) => market.status === 'live')

export const settings = {
  configFile: row('SVC_CONFIG', readableFile, {
    derived: 'data/var/svc.conf of the product folder if it exists; none in the demo',
    help: 'File of settings, one NAME=value per line. Can be set only by --config or in the environment.',
  }),
  host: row('SVC_HOST', host, {
    default: '127.0.0.1',
    help: 'Address to listen on. An address beyond this machine needs TLS or a trusted proxy.',
  }),
  port: row('SVC_PORT', wholeNumber(0, 65_535), {
    default: '8080',
    help: 'Port to listen on. 0 takes any free port.',
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
    derived: 'from SVC_HOST, SVC_PORT and whether TLS is on',
    help: 'URL at which clients and the identity provider reach this server. If it is set, requests must name its host.',
  }),
  insecureHttp: row('SVC_INSECURE_HTTP', yesNo, {
    default: 'no',
    help: 'Allows plain http beyond this machine. Keys and photos are then sent unencrypted.',
  }),
  trustedProxies: row('SVC_TRUSTED_PROXIES', networks, {
    default: 'none',
    help: 'Reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, and which may use plain http.',
  }),
  consoleHost: row('SVC_CONSOLE_HOST', host, {
    derived: 'the host of the API',
    help: 'Separate host name for the console. The API answers nothing but its description there. Passkeys are bound to this name: set it before users add them.',
  }),
  consoleNetworks: row('SVC_CONSOLE_NETWORKS', networksOrEverywhere, {
    default: 'everywhere',
    help: 'Addresses and networks that may use the console; others get 404. This machine must be listed too.',
  }),
  allowRoot: row('SVC_ALLOW_ROOT', yesNo, {
    default: 'no',
    help: 'Lets the server run as root. For containers that have no other user.',
  }),
  dataDir: row('SVC_DATA_DIR', path, {
    default: { appliance: 'data/var/appliance', demo: 'data/var/demo' },
    help: 'Folder of the database and the encrypted images; on a local disk.',
  }),
  auditHeadFile: row('SVC_AUDIT_HEAD_FILE', path, {
    help: 'File to which the head of the audit log is appended every hour and at stop; best on another machine.',
  }),
  auditCopyFile: row('SVC_AUDIT_COPY_FILE', path, {
    help: 'File or FIFO to which every audit entry is written, one per line, for a log shipper that copies them to a second system.',
  }),
  auditLagMaxMs: row('SVC_AUDIT_LAG_MAX', duration('10s', '30d'), {
    default: '10m',
    help: 'Age of an audit entry that is not copied yet at which svc status, the console and the log report that the copy lags.',
  }),
  auditLagStopMs: row('SVC_AUDIT_LAG_STOP', duration('10s', '30d'), {
    help: 'Age of an audit entry that is not copied yet at which verifications are refused (503) until the copy has caught up. Default: never.',
  }),
  diskReserveBytes: row('SVC_DISK_RESERVE', size('0', '1000TB'), {
    default: '2GB',
    help: 'Free space on the disk of the data folder below which svc status and the console warn.',
  }),
  masterKeyFile: row('SVC_MASTER_KEY_FILE', path, {
    default: 'data/var/master.key',
    derived: 'in the demo, master.key in SVC_DATA_DIR',
    help: 'File of the master key, which all encrypted data depends on. Keep it out of backups of the data folder.',
  }),
  markets: row('SVC_MARKETS', someOf(markets.map((market) => market.country)), {
    default: countriesOf(liveMarkets),
    help: 'Enabled markets. A planned market works once it is listed here.',
  }),
  rateLimitPerMinute: row('SVC_RATE_LIMIT_PER_MINUTE', wholeNumber(1, 1_000_000), {
    default: '600',
    unit: 'requests per minute',
    help: 'Rate limit of one API key.',
  }),
  rateLimitUnauthenticatedPerMinute: row(
    'SVC_RATE_LIMIT_UNAUTHENTICATED_PER_MINUTE',
    wholeNumber(1, 1_000_000),
    {
      default: '60',
      unit: 'requests per minute',
      help: 'Rate limit of one client address without a valid API key.',
    },
  ),
  keyUploadBytesPerMinute: row('SVC_KEY_UPLOAD_BYTES', sizeOrNone('34MB', '1000TB'), {
    default: '2GB',
    help: 'How much one API key may upload per minute; 0 for no limit. Each process counts separately, from its start.',
  }),
  keyPendingMax: row('SVC_KEY_PENDING_MAX', wholeNumber(1, 1_000_000), {
    default: '2000',
    unit: 'verifications',
    help: 'How many live verifications of one API key may be pending at once.',
  }),
  verificationsPerDayMax: row('SVC_VERIFICATIONS_PER_DAY_MAX', wholeNumber(1, 100_000_000), {
    unit: 'verifications',
    help: 'How many live verifications one API key may submit per day (UTC). Default: no limit.',
  }),
  imagesBytesMax: row('SVC_IMAGES_BYTES_MAX', size('1MB', '1000TB'), {
    help: 'Total size of the stored images of live verifications. Default: no limit but the disk.',
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
    help: 'How long the response to a request with an Idempotency-Key is kept.',
  }),
  keyRotationGraceMs: row('SVC_KEY_ROTATION_GRACE', duration('0', '90d'), {
    default: '24h',
    help: 'How long a rotated API key still works.',
  }),
  keyApproval: row('SVC_KEY_APPROVAL', yesNo, {
    default: { appliance: 'yes', demo: 'no' },
    help: 'Whether a live API key that can read, verify or manage and is created in the console needs the approval of another administrator.',
  }),
  webhookApproval: row('SVC_WEBHOOK_APPROVAL', yesNo, {
    default: { appliance: 'yes', demo: 'no' },
    help: 'Whether the address of a live webhook that is registered or changed in the console needs the approval of another administrator.',
  }),
  exportApprovalRows: row('SVC_EXPORT_APPROVAL_ROWS', wholeNumber(0, 10_000_000), {
    default: '1000',
    unit: 'rows',
    help: 'Number of rows above which an export with personal data needs the approval of a second user. Exports of the same user in the last 24 hours count too.',
  }),
  jobConcurrency: row('SVC_JOB_CONCURRENCY', wholeNumber(1, 64), {
    default: '8',
    unit: 'jobs',
    help: 'How many jobs run at once.',
  }),
  preflight: row('SVC_PREFLIGHT', oneOf(preflightModes), {
    default: 'warn',
    help: 'Check of image quality before the paid check: off, warn (recorded) or enforce (refused).',
  }),
  virusScanner: row('SVC_VIRUS_SCANNER', scannerAddress, {
    help: 'Address of clamd, which scans each live image for viruses before it is stored: tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl. Over a network, images are sent unencrypted.',
  }),
  virusScannerDown: row('SVC_VIRUS_SCANNER_DOWN', oneOf(scannerDownModes), {
    default: 'refuse',
    help: 'What happens to images while the scanner is unavailable: refuse (503) or accept (stored unscanned, which is recorded).',
  }),
  smilePartnerId: row('SVC_SMILE_PARTNER_ID', text, {
    help: 'Partner id at Smile ID, exactly as assigned. Without it only the sandbox works.',
  }),
  smileApiKey: row('SVC_SMILE_API_KEY', text, {
    secret: true,
    help: 'API key at Smile ID; signs requests and checks answers.',
  }),
  smileBaseUrl: row('SVC_SMILE_BASE_URL', serviceUrl, {
    derived: 'https://api.smileidentity.com/v1 once a partner id is set; none in the demo',
    help: 'URL of the Smile ID API, version segment included.',
  }),
  smileCaFile: row('SVC_SMILE_CA_FILE', readableFile, {
    help: 'Certificate authorities, PEM, to trust for Smile ID besides the public ones.',
  }),
  smileUploadHosts: row('SVC_SMILE_UPLOAD_HOSTS', hostPatterns, {
    default: smileUploadHostsDefault,
    help: 'Hosts that upload links of Smile ID may have, besides its own. A host named in full may have a private address; one matched by a pattern must have a public address.',
  }),
  providerGiveUpAfterMs: row('SVC_PROVIDER_GIVE_UP_AFTER', duration('1s', '30d'), {
    default: '1h',
    help: 'How long an unreachable provider is tried before a verification ends in error.',
  }),
  providerUndecidedAfterMs: row('SVC_PROVIDER_UNDECIDED_AFTER', duration('1s', '90d'), {
    default: '48h',
    help: 'How long a result may stay provisional before a verification ends in error.',
  }),
  scoringUrl: row('SVC_SCORING_URL', serviceUrl, {
    derived: 'none, so there are no scores; in the demo its own simulated engine',
    help: 'URL of the scoring engine, which receives features and returns a score.',
  }),
  scoringToken: row('SVC_SCORING_TOKEN', bearerToken, {
    secret: true,
    help: 'Sent to the scoring engine as Authorization: Bearer.',
  }),
  scoringTimeoutMs: row('SVC_SCORING_TIMEOUT', duration('100ms', '30s'), {
    default: '2s',
    help: 'How long the scoring engine may take, from connecting to the end of its answer.',
  }),
  scoringCaFile: row('SVC_SCORING_CA_FILE', readableFile, {
    help: 'Certificate authorities, PEM, to trust for the scoring engine besides the public ones.',
  }),
  scoringClientCertFile: row('SVC_SCORING_CLIENT_CERT_FILE', readableFile, {
    help: 'Client certificate for the scoring engine, PEM.',
  }),
  scoringClientKeyFile: row('SVC_SCORING_CLIENT_KEY_FILE', privateFile, {
    help: 'Private key of that certificate, PEM.',
  }),
  outboundRetentionMs: row('SVC_OUTBOUND_RETENTION', duration('1d', '3650d'), {
    default: '365d',
    help: 'How long the log of calls to the identity provider and the scoring engine is kept.',
  }),
  ...webhookSettings,
  sessionIdleMs: row('SVC_SESSION_IDLE', duration('1m', '1h'), {
    default: '15m',
    help: 'Idle time after which a session of the console ends.',
  }),
  sessionMaxMs: row('SVC_SESSION_MAX', duration('5m', '24h'), {
    default: '12h',
    help: 'Time after which a session of the console ends even if it is in use.',
  }),
  secondFactorRequired: row('SVC_SECOND_FACTOR_REQUIRED', yesNo, {
    default: { appliance: 'yes', demo: 'no' },
    help: 'Whether all users of the console need a second factor.',
  }),
  passwordBlocklistFile: row('SVC_PASSWORD_BLOCKLIST_FILE', readableFile, {
    help: 'File of refused passwords, one per line, besides the lists that come with the product.',
  }),
  reviewSamplePercent: row('SVC_REVIEW_SAMPLE', wholeNumber(0, 100), {
    default: '2',
    unit: 'percent',
    help: 'Share of approved live verifications that are reviewed too, drawn at random.',
  }),
  reviewFourEyes: row('SVC_REVIEW_FOUR_EYES', oneOf(fourEyesModes), {
    default: 'disputes',
    help: 'Which outcomes of a review a second user has to approve: those that dispute the decision, all, or none.',
  }),
  serverUrl: row('SVC_URL', serverUrl, {
    derived: 'SVC_PUBLIC_URL',
    help: 'Server that svc verifications submit calls.',
  }),
  apiKey: row('SVC_API_KEY', text, {
    secret: true,
    help: 'API key that svc verifications submit uses.',
  }),
}

/** All settings, in the order in which they are listed. */
export const settingRows: readonly Setting<unknown>[] = Object.values(settings)

function countriesOf(some: readonly Market[]): string {
  return some.map((market) => market.country).join(',')
}
