// The table of settings: one row each, by its path in Config. Config's type, the guide's table, `svc config`, svc.conf
// and the System page derive from it.

import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { type Market, markets } from '../markets/market.ts'
import { backupSettings } from './backup-setting-rows.ts'
import { databaseSettings } from './database-setting-rows.ts'
import { directorySettings } from './directory-setting-rows.ts'
import { faceSettings } from './face-setting-rows.ts'
import { imageSettings } from './image-setting-rows.ts'
import { logSettings } from './log-setting-rows.ts'
import { masterKeySettings } from './master-key-setting-rows.ts'
import { retentionSettings } from './retention-setting-rows.ts'
import { reviewSettings } from './review-setting-rows.ts'
import { serviceSettings } from './service-setting-rows.ts'
import { host, networks, networksOrEverywhere, serverUrl } from './setting-addresses.ts'
import { path, privateFile, readableFile } from './setting-files.ts'
import {
  duration,
  oneOf,
  size,
  sizeOrNone,
  someOf,
  text,
  wholeNumber,
  yesNo,
} from './setting-kinds.ts'
import { needed, optional, row, type Setting, type SettingsAbove } from './setting-row.ts'
import { webhookSettings } from './webhook-setting-rows.ts'

/** The checks of image quality before the paid provider call (rulings 4.4). */
const preflightModes = ['off', 'warn', 'enforce'] as const
/** What the reading of the document's machine-readable zone may do. */
const documentReadingModes = ['off', 'warn', 'enforce'] as const

const liveMarkets = markets.filter((market) => market.status === 'live')

export const settings = {
  configFile: optional('SVC_CONFIG', readableFile, {
    otherwise: 'data/var/svc.conf of the product folder if it exists; none in the demo',
    help: 'File of settings, one NAME=value per line. Can be set only by --config or in the environment; for the demo only by --config.',
  }),
  host: row('SVC_HOST', host, {
    default: '127.0.0.1',
    help: 'Address to listen on. An address beyond this machine needs TLS or a trusted proxy.',
  }),
  port: row('SVC_PORT', wholeNumber(0, 65_535), {
    default: '8080',
    help: 'Port to listen on. 0 takes any free port.',
  }),
  'tls.certFile': needed('SVC_TLS_CERT_FILE', readableFile, {
    reload: true,
    help: 'Certificate chain, PEM. With SVC_TLS_KEY_FILE the server speaks https.',
  }),
  'tls.keyFile': needed('SVC_TLS_KEY_FILE', privateFile, {
    reload: true,
    help: 'Private key of the certificate, PEM.',
  }),
  'ops.host': row('SVC_OPS_HOST', host, {
    default: '127.0.0.1',
    help: 'Address of the listener for supervisors and Prometheus: /livez, /readyz, /startupz and /metrics, in plain http and without keys.',
  }),
  'ops.port': row('SVC_OPS_PORT', wholeNumber(0, 65_535), {
    otherwise: 'SVC_PORT + 1, so 8081; none if SVC_PORT is 0',
    derive: portForOps,
    help: 'Port of that listener. 0 turns it off.',
  }),
  publicUrl: row('SVC_PUBLIC_URL', serverUrl, {
    otherwise: 'from SVC_HOST, SVC_PORT and whether TLS is on',
    derive: urlOfServer,
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
  consoleHost: optional('SVC_CONSOLE_HOST', host, {
    otherwise: 'the host of the API',
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
    help: 'Folder of the SQLite database and the encrypted images; on a local disk.',
  }),
  ...databaseSettings,
  ...imageSettings,
  ...logSettings,
  diskReserveBytes: row('SVC_DISK_RESERVE', size('0', '1000TB'), {
    default: { appliance: '2GB', demo: '200MB' },
    help: 'Free space on the disk of the data folder below which verifications are refused (503) and svc status, the console and /readyz report it. With less than 1 MB a disk counts as full, whatever is set.',
  }),
  masterKeyFile: row('SVC_MASTER_KEY_FILE', path, {
    default: 'data/var/master.key',
    otherwise: 'in the demo, master.key in SVC_DATA_DIR',
    derive: inDataDirOfDemo,
    help: 'File of the master key, which all encrypted data depends on. Keep it out of backups of the data folder.',
  }),
  ...masterKeySettings,
  markets: row('SVC_MARKETS', someOf(markets.map((market) => market.country)), {
    default: countriesOf(liveMarkets),
    help: 'Enabled markets. A planned market works once it is listed here; it needs values for scoring.',
  }),
  rateLimitPerMinute: row('SVC_RATE_LIMIT_PER_MINUTE', wholeNumber(1, 1_000_000), {
    default: '600',
    unit: 'requests per minute',
    help: 'Rate limit of one API key, and of one session of the console.',
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
    help: 'How much one API key may upload per minute; 0 for no limit. Nodes of one database count together.',
  }),
  keyPendingMax: row('SVC_KEY_PENDING_MAX', wholeNumber(1, 1_000_000), {
    default: '2000',
    unit: 'verifications',
    help: 'How many live verifications of one API key may be pending at once.',
  }),
  verificationsPerDayMax: optional('SVC_VERIFICATIONS_PER_DAY_MAX', wholeNumber(1, 100_000_000), {
    unit: 'verifications',
    help: 'How many live verifications one API key may submit per day (UTC). Default: no limit.',
  }),
  imagesBytesMax: optional('SVC_IMAGES_BYTES_MAX', size('1MB', '1000TB'), {
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
    help: 'How many verifications are sent to the provider at once, and how many results are asked for at once. Images are prepared for three verifications at once.',
  }),
  preflight: row('SVC_PREFLIGHT', oneOf(preflightModes), {
    default: 'warn',
    help: 'Check of image quality before the paid check: off, warn (recorded) or enforce (refused).',
  }),
  documentReading: row('SVC_DOCUMENT_READING', oneOf(documentReadingModes), {
    default: 'warn',
    help: 'Reading of the document’s machine-readable zone before the paid check: off, warn (raises reviews) or enforce (wrong digits and expired documents decline).',
  }),
  ...faceSettings,
  ...serviceSettings,
  ...webhookSettings,
  ...retentionSettings,
  ...backupSettings,
  'users.sessionIdleMs': row('SVC_SESSION_IDLE', duration('1m', '1h'), {
    default: '15m',
    help: 'Idle time after which a session of the console ends.',
  }),
  'users.sessionMaxMs': row('SVC_SESSION_MAX', duration('5m', '24h'), {
    default: '12h',
    help: 'Time after which a session of the console ends even if it is in use.',
  }),
  'users.secondFactorRequired': row('SVC_SECOND_FACTOR_REQUIRED', yesNo, {
    default: { appliance: 'yes', demo: 'no' },
    help: 'Whether all users of the console need a second factor.',
  }),
  ...directorySettings,
  'users.passwordBlocklistFile': optional('SVC_PASSWORD_BLOCKLIST_FILE', readableFile, {
    help: 'File of refused passwords, one per line, besides the lists that come with the product.',
  }),
  ...reviewSettings,
  'search.names': row('SVC_SEARCH_NAMES', yesNo, {
    default: 'no',
    help: 'Whether verifications can be searched by name. Their names are then indexed by keyed digests, also those of older ones; "no" deletes the digests.',
  }),
  serverUrl: row('SVC_URL', serverUrl, {
    otherwise: 'SVC_PUBLIC_URL',
    derive: ({ textOf }) => textOf('SVC_PUBLIC_URL'),
    help: 'Server that svc verifications submit calls.',
  }),
  'secrets.apiKey': optional('SVC_API_KEY', text, {
    help: 'API key that svc verifications submit uses.',
  }),
}

/** The dotted path of a setting in Config, or of a secret below `secrets`. */
export type SettingPath = keyof typeof settings

export interface ListedSetting extends Setting {
  readonly path: string
  /** Never shown and never a flag; can be given as `<name>_FILE`. */
  readonly secret: boolean
}

/** All settings, in the order in which they are listed. */
export const settingRows: readonly ListedSetting[] = Object.entries<Setting>(settings).map(
  ([path, setting]) => ({ ...setting, path, secret: path.startsWith('secrets.') }),
)

function countriesOf(some: readonly Market[]): string {
  return some.map((market) => market.country).join(',')
}

/** Replaces wildcard addresses with loopback. */
function urlOfServer({ textOf }: SettingsAbove): string {
  const scheme = textOf('SVC_TLS_CERT_FILE') && textOf('SVC_TLS_KEY_FILE') ? 'https' : 'http'
  const name = textOf('SVC_HOST')
    .replace(/^0\.0\.0\.0$/, '127.0.0.1')
    .replace(/^::$/, '::1')
  const port = textOf('SVC_PORT')
  const isUsual = port === (scheme === 'https' ? '443' : '80')
  return `${scheme}://${isIPv6(name) ? `[${name}]` : name}${isUsual ? '' : `:${port}`}`
}

function inDataDirOfDemo({ profile, textOf }: SettingsAbove): string | undefined {
  return profile === 'demo' ? join(textOf('SVC_DATA_DIR'), 'master.key') : undefined
}

/** The port after the API's, so that several installations on one machine do not collide. */
function portForOps({ textOf }: SettingsAbove): number {
  const port = Number(textOf('SVC_PORT'))
  return port === 0 || port === 65_535 ? 0 : port + 1
}
