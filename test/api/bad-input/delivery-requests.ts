// Requests about deliveries and alerts that ask for what is not there, or cannot be.

import { encodeCursor } from '../../../server/kernel/page.ts'
import type { BadCase } from './bad-case.ts'
import { ask } from './requests.ts'
import type { Scene } from './scene.ts'

const invalid = '400 invalid_request'
const missing = '404 not_found'
const neverMade = '0'.repeat(26)

/** A path below the deliveries of the scene's webhook. */
const below = (path: string) => (scene: Scene) =>
  `/webhooks/${scene.sandboxWebhookId}/deliveries${path}`

const list = (query: string) => ask(below(`?${query}`), { key: 'sandbox' })
const alerts = (query: string) => ask(`/webhook-alerts?${query}`)

const replayRange = (body: object) =>
  ask(below('/replay'), { key: 'sandbox', method: 'POST', body })

const replayOne = (id: string) =>
  ask(below(`/${id}/replay`), { key: 'sandbox', method: 'POST', body: {} })

const queries: Readonly<Record<string, readonly [query: string, ...params: string[]]>> = {
  'a status that is none': ['status=sending', 'status'],
  'two statuses': ['status=failed&status=pending', 'status'],
  'an event that is none': ['event=verification.*', 'event'],
  'a verification of junk': ['verification_id=ver_1', 'verification_id'],
  'the id of another kind as verification': [`verification_id=wh_${neverMade}`, 'verification_id'],
  'an instant in words': ['created_from=yesterday', 'created_from'],
  'a day that does not exist': ['created_to=2026-02-30', 'created_to'],
  'a cursor of another list': [`cursor=${encodeCursor(`wh_${neverMade}`)}`, 'cursor'],
  'faults of every kind, all at once': [
    'status=x&event=x&verification_id=x&created_from=x&created_to=x&limit=x&cursor=x',
    'status',
    'event',
    'verification_id',
    'created_from',
    'created_to',
    'limit',
    'cursor',
  ],
}

const spans: Readonly<Record<string, readonly [body: object, ...params: string[]]>> = {
  'no end': [{}, 'created_to'],
  'an end in words': [{ created_to: 'now' }, 'created_to'],
  'an end that is null': [{ created_to: null }, 'created_to'],
  'an end before its beginning': [
    { created_from: '2026-11-21', created_to: '2026-11-20' },
    'created_to',
  ],
  'an end before its beginning, and other faults': [
    { created_from: '2026-11-21', created_to: '2026-11-20', status: 'x', dry_run: 1 },
    'status',
    'dry_run',
    'created_to',
  ],
  'a status that needs no replay': [{ created_to: '2026-11-21', status: 'pending' }, 'status'],
  'an event that is none': [{ created_to: '2026-11-21', event: 'all' }, 'event'],
  'a dry run in words': [{ created_to: '2026-11-21', dry_run: 'yes' }, 'dry_run'],
  'faults of every kind, all at once': [
    { status: 'x', event: 'x', created_from: 0, dry_run: 1 },
    'status',
    'event',
    'created_from',
    'created_to',
    'dry_run',
  ],
}

export const deliveryRequests: readonly BadCase[] = [
  ['the log of junk', ask('/webhooks/junk/deliveries'), missing],
  ['the log of NUL', ask('/webhooks/%00/deliveries'), missing],
  ['the log of a webhook of the other environment', ask(below('')), missing],
  ['a delivery of junk', ask(below('/junk'), { key: 'sandbox' }), missing],
  ['a delivery that was never made', ask(below(`/dlv_${neverMade}`), { key: 'sandbox' }), missing],
  ['a replay of junk', replayOne('junk'), missing],
  ['a replay of NUL', replayOne('%00'), missing],
  ['a replay of what was never made', replayOne(`dlv_${neverMade}`), missing],
  [
    'a replay of a range of the other environment',
    ask(below('/replay'), { method: 'POST', body: { created_to: '2026-11-21' } }),
    missing,
  ],
  [
    'DELETE of a delivery',
    ask(below(`/dlv_${neverMade}`), { key: 'sandbox', method: 'DELETE' }),
    '405 method_not_allowed',
  ],
  ...Object.entries(queries).map(
    ([what, [query, ...params]]): BadCase => [`a log with ${what}`, list(query), invalid, params],
  ),
  ...Object.entries(spans).map(
    ([what, [body, ...params]]): BadCase => [
      `a replay with ${what}`,
      replayRange(body),
      invalid,
      params,
    ],
  ),
  ['alerts of junk', alerts('webhook_id=junk'), invalid, ['webhook_id']],
  [
    'alerts with a limit and a cursor that are none',
    alerts('limit=0&cursor=x'),
    invalid,
    ['limit', 'cursor'],
  ],
]
