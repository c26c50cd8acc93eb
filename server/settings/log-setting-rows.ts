// The settings of the program's log and of the audit log with its copies. Rows of the table of settings.

import { logLevels } from '../kernel/log.ts'
import { collectorUrl, serviceUrl } from './setting-addresses.ts'
import { authoritiesFor, path } from './setting-files.ts'
import { bearerToken, duration, oneOf, size, wholeNumber } from './setting-kinds.ts'
import { needed, optional, row } from './setting-row.ts'

export const logSettings = {
  'log.level': row('SVC_LOG_LEVEL', oneOf(logLevels), {
    default: 'info',
    help: 'The least severe lines of the program log that are written. Requests and jobs are info.',
  }),
  'log.file.path': needed('SVC_LOG_FILE', path, {
    otherwise: 'none: the log goes to stdout, which systemd writes to its journal',
    help: 'File that svc serve writes its log to instead of stdout.',
  }),
  'log.file.bytesMax': row('SVC_LOG_FILE_SIZE', size('1MB', '10GB'), {
    default: '100MB',
    help: 'A log file of this size is renamed, and a new one is begun.',
  }),
  'log.file.filesMax': row('SVC_LOG_FILES', wholeNumber(2, 1000), {
    default: '10',
    unit: 'files',
    help: 'How many log files are kept, the current one included.',
  }),
  'log.ship.syslog.url': needed('SVC_LOG_SYSLOG', collectorUrl, {
    help: 'Syslog collector to which every line of SVC_LOG_FILE is sent (RFC 5424 over TLS), such as tls://siem.bank.example:6514.',
  }),
  'log.ship.syslog.caFile': authoritiesFor('it', 'SVC_LOG_SYSLOG_CA_FILE'),
  'log.ship.webhook.url': needed('SVC_LOG_WEBHOOK_URL', serviceUrl, {
    help: 'URL to which every line of SVC_LOG_FILE is posted, many at once as JSON lines, signed with SVC_LOG_WEBHOOK_SECRET.',
  }),
  'log.ship.webhook.caFile': authoritiesFor('it', 'SVC_LOG_WEBHOOK_CA_FILE'),
  'secrets.logWebhookSecret': optional('SVC_LOG_WEBHOOK_SECRET', bearerToken, {
    help: 'Secret that signs these posts, as svc-signature of webhooks does; at least 32 characters.',
  }),
  'traces.url': needed('SVC_OTLP_URL', serviceUrl, {
    help: 'OpenTelemetry collector to which traces are sent (OTLP over HTTP, JSON); /v1/traces is added.',
  }),
  'traces.caFile': authoritiesFor('it', 'SVC_OTLP_CA_FILE'),
  'secrets.otlpToken': optional('SVC_OTLP_TOKEN', bearerToken, {
    help: 'Sent to it as Authorization: Bearer.',
  }),
  'traces.percent': row('SVC_OTLP_SAMPLE', wholeNumber(0, 100), {
    default: '10',
    unit: 'percent',
    help: 'Share of traces that are sent, besides those of which a trusted proxy says that they are.',
  }),
  auditHeadFile: optional('SVC_AUDIT_HEAD_FILE', path, {
    help: 'File to which the checkpoint of the audit log is appended every hour and at stop; best on another machine.',
  }),
  'auditCopy.file': optional('SVC_AUDIT_COPY_FILE', path, {
    help: 'File or FIFO to which every audit entry is written, one per line, for a log shipper that copies them to a second system.',
  }),
  'auditCopy.syslog.url': needed('SVC_AUDIT_SYSLOG', collectorUrl, {
    help: 'Syslog collector to which every audit entry is sent (RFC 5424 over TLS), such as tls://siem.bank.example:6514.',
  }),
  'auditCopy.syslog.caFile': authoritiesFor('it', 'SVC_AUDIT_SYSLOG_CA_FILE'),
  'auditCopy.webhook.url': needed('SVC_AUDIT_WEBHOOK_URL', serviceUrl, {
    help: 'URL to which every audit entry is posted, many at once as JSON lines, signed with SVC_AUDIT_WEBHOOK_SECRET.',
  }),
  'auditCopy.webhook.caFile': authoritiesFor('it', 'SVC_AUDIT_WEBHOOK_CA_FILE'),
  'secrets.auditWebhookSecret': optional('SVC_AUDIT_WEBHOOK_SECRET', bearerToken, {
    help: 'Secret that signs these posts, as svc-signature of webhooks does; at least 32 characters.',
  }),
  'auditCopy.lagMaxMs': row('SVC_AUDIT_LAG_MAX', duration('10s', '30d'), {
    default: '10m',
    help: 'Age of an audit entry that is not copied yet at which svc status, the console and the log report that the copy lags.',
  }),
  'auditCopy.lagStopMs': optional('SVC_AUDIT_LAG_STOP', duration('10s', '30d'), {
    help: 'Age of an audit entry that is not copied yet at which verifications are refused (503) until the copy has caught up. Default: never.',
  }),
}
