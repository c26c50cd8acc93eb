import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reviewer, startWork } from '../../support/scenes/work-scene.ts'

/** Each list with a parameter that it has, misspelled. */
const lists = {
  administrator: [
    ['/audit', 'action_', 'action'],
    ['/users', 'limits', 'limit'],
    ['/keys', 'environement', 'environment'],
    ['/webhooks', 'environement', 'environment'],
    ['/webhooks/wh_1/deliveries', 'statuss', 'status'],
    ['/webhook-alerts', 'webhookid', 'webhook_id'],
    ['/usage/events', 'typ', 'type'],
    ['/usage/summary', 'groupby', 'group_by'],
    ['/usage/summary/csv', 'groupby', 'group_by'],
    ['/approvals', 'states', 'state'],
    ['/overview', 'periode', 'period'],
    ['/quality', 'periode', 'period'],
  ],
  lead: [
    ['/verifications', 'statuss', 'status'],
    ['/reviews', 'causes', 'cause'],
    ['/reviews/matching', 'causes', 'cause'],
    ['/reviews/counts', 'sinse', 'since'],
    ['/reviews/waiting', 'environement', 'environment'],
    ['/reviews/decisions', 'limits', 'limit'],
    ['/reviews/notices', 'environement', 'environment'],
    ['/quality/differing', 'environement', 'environment'],
    ['/reports', 'contry', 'country'],
  ],
} as const

test('each list refuses a parameter that it does not have, with the nearest that it has', async (t) => {
  const scene = await startWork(t)
  const clients: Readonly<Record<keyof typeof lists, Reviewer>> = {
    administrator: await scene.reviewer('ada', 'administrator'),
    lead: await scene.reviewer('lead', 'lead'),
  }
  for (const role of ['administrator', 'lead'] as const) {
    for (const [path, wrong, right] of lists[role]) {
      const { status, error, text } = await clients[role].get(`${path}?${wrong}=live`)
      assert.deepEqual([status, error.code], [400, 'invalid_request'], `${path} ${text}`)
      assert.deepEqual(
        (error.details ?? []).map(({ param, code }) => [param, code]),
        [[wrong, 'unknown']],
        path,
      )
      assert.match(error.message, new RegExp(`Did you mean ${right}\\?`), path)
    }
  }
})
