// The settings of webhooks, as rows of the table of settings.

import { readableFile } from './setting-files.ts'
import { duration, durations, text, wholeNumber, yesNo } from './setting-kinds.ts'
import { row } from './setting-row.ts'
import { allowedTargets } from './setting-targets.ts'

const webhookAttemptsMax = 20

export const webhookSettings = {
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
}
