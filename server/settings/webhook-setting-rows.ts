// The settings of webhooks, as rows of the table of settings.

import { authoritiesFor } from './setting-files.ts'
import { duration, durations, text, wholeNumber, yesNo } from './setting-kinds.ts'
import { optional, row } from './setting-row.ts'
import { allowedTargets } from './setting-targets.ts'

const webhookAttemptsMax = 20

export const webhookSettings = {
  'webhooks.allow': row('SVC_WEBHOOK_ALLOW', allowedTargets, {
    default: 'none',
    help: 'Private networks and names that webhooks may go to, such as 10.1.0.0/16 or *.bank.internal:8443. A network may also be reached by plain http.',
  }),
  'webhooks.caFile': authoritiesFor('webhook receivers', 'SVC_WEBHOOK_CA_FILE'),
  'webhooks.timeoutMs': row('SVC_WEBHOOK_TIMEOUT', duration('1s', '60s'), {
    default: '10s',
    help: 'How long one delivery attempt may take, from the DNS look-up to the answer.',
  }),
  'webhooks.allowLoopback': row('SVC_WEBHOOK_ALLOW_LOOPBACK', yesNo, {
    default: { appliance: 'no', demo: 'yes' },
    help: 'Allows webhooks to this machine, also over plain http. For development only.',
  }),
  'webhooks.retryDelaysMs': row(
    'SVC_WEBHOOK_RETRY_DELAYS',
    durations('1s', '7d', webhookAttemptsMax - 1),
    {
      default: '1m,5m,30m,2h,8h',
      help: 'Delays after the first, second, ... failed delivery attempt. With the default five attempts a delivery is tried at 0, +1m, +5m, +30m and +2h and fails after 2 h 36 min; the 8h apply only before a sixth attempt, with which it fails after 10 h 36 min. Receivers should remember ids for longer: 3 hours, or 11 with six attempts, and twice as long if they send Retry-After.',
    },
  ),
  'webhooks.maxFailedAttempts': row(
    'SVC_WEBHOOK_MAX_FAILED_ATTEMPTS',
    wholeNumber(1, webhookAttemptsMax),
    {
      default: '5',
      unit: 'attempts',
      help: 'Number of failed attempts after which a delivery fails.',
    },
  ),
  'webhooks.attemptRetentionMs': row('SVC_WEBHOOK_ATTEMPT_RETENTION', duration('1d', '3650d'), {
    default: '30d',
    help: 'How long delivery attempts are kept.',
  }),
  'webhooks.bodyRetentionMs': row('SVC_WEBHOOK_BODY_RETENTION', duration('1d', '365d'), {
    default: '7d',
    help: 'How long the body of an event is kept for replays after its last delivery has ended.',
  }),
  'webhooks.deactivateOnGone': row('SVC_WEBHOOK_DEACTIVATE_ON_GONE', yesNo, {
    default: 'no',
    help: 'Whether a webhook endpoint is deactivated when its receiver answers 410 (Gone).',
  }),
  'secrets.webhookSecret': optional('SVC_WEBHOOK_SECRET', text, {
    help: 'Webhook secret with which svc webhooks verify checks signatures.',
  }),
}
