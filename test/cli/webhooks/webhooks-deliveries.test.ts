// Slow: takes half a second of processor time and more. webhooks-commands.test.ts delivers in the fast lane.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Delivery } from '../../../server/deliveries/delivery.ts'
import { aDelivery, aFailedDelivery } from '../../support/deliveries.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { installForWebhooks, type WebhookInstallation } from './webhook-installation.ts'

const day = (date: number, hour = 9) => Date.UTC(2026, 9, date, hour)

/** In the year of the deliveries, which lists leave out while it is the current one. */
const clock = () => new ManualClock(day(21))

/** Three days, one delivery each: sent, given up, waiting. */
async function logOf(svc: WebhookInstallation, id: string): Promise<readonly Delivery[]> {
  const sent = { state: 'delivered', attempts: 1, lastStatus: 204, finishedAt: day(1) } as const
  const log = [
    aDelivery(id, { createdAt: day(1), ...sent }),
    aFailedDelivery(id, { createdAt: day(2), eventType: 'verification.failed' }),
    aDelivery(id, { createdAt: day(3), dueAt: Date.UTC(2199, 0, 1) }),
  ]
  await svc.keep(...log)
  return log
}

async function listed(svc: WebhookInstallation, args: readonly string[]) {
  const { items } = await svc.read(['deliveries', ...args])
  return (items as { readonly id: string }[]).map(({ id }) => id)
}

describe('svc webhooks deliveries', () => {
  test('lists them, newest first, with all there is to know where there is room', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await svc.register()
    const log = await logOf(svc, id)
    const { out } = await svc.run(['deliveries', id], { clock: clock() })
    const [title, ...rows] = out.trimEnd().split('\n')
    assert.match(title ?? '', /^DELIVERY +CREATED UTC +EVENT +STATUS +ANSWER +NEXT IN +VERIFI/)
    const [pending, failed, delivered] = rows
    assert.match(pending ?? '', new RegExp(` pending +- +\\d+ d +${log[2]?.subjectId} +0$`))
    assert.deepEqual(
      [failed, delivered].map((row) => row?.split(/ {2,}/)),
      [
        [log[1]?.id, '10-02 09:00', 'ver.failed', 'failed', '503', '-', log[1]?.subjectId, '5'],
        [
          log[0]?.id,
          '10-01 09:00',
          'ver.completed',
          'delivered',
          '204',
          '-',
          log[0]?.subjectId,
          '1',
        ],
      ],
    )
  })

  for (const columns of [80, 120]) {
    test(`keeps to a terminal of ${columns} columns`, async (t) => {
      const svc = await installForWebhooks(t)
      const id = await svc.register()
      await logOf(svc, id)
      const { out, err } = await svc.run(['deliveries', id, '--no-color'], {
        columns,
        clock: clock(),
      })
      for (const line of out.split('\n')) assert.ok(line.length <= columns, line)
      assert.equal(/ VERIFICATION/.test(out), columns === 120)
      assert.match(out, /^DELIVERY .* NEXT IN/)
      assert.match(
        err,
        columns === 120 ? /^No room for TRIES: / : /^No room for EVENT, VERIFICATION, TRIES: /,
      )
    })
  }

  const filters: readonly (readonly [args: readonly string[], found: readonly number[]])[] = [
    [['--status', 'failed'], [1]],
    [
      ['--event', 'verification.completed'],
      [2, 0],
    ],
    [
      ['--from', '2026-10-02'],
      [2, 1],
    ],
    [['--from', '2026-10-02', '--to', '2026-10-03'], [1]],
    [['--to', '2026-10-01T09:00:00Z'], []],
    [['--limit', '1'], [2]],
  ]
  for (const [args, found] of filters) {
    test(`finds with ${args.join(' ')} what was meant`, async (t) => {
      const svc = await installForWebhooks(t)
      const id = await svc.register()
      const log = await logOf(svc, id)
      assert.deepEqual(
        await listed(svc, [id, ...args]),
        found.map((at) => log[at]?.id),
      )
    })
  }

  test('finds those of a verification, and goes from page to page', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await svc.register()
    const log = await logOf(svc, id)
    const { subjectId = '' } = log[0] ?? {}
    assert.deepEqual(await listed(svc, [id, '--verification', subjectId]), [log[0]?.id])
    const first = await svc.read(['deliveries', id, '--limit', '2'])
    const rest = await listed(svc, [id, '--cursor', String(first.next_cursor)])
    assert.deepEqual(rest, [log[0]?.id])
    const { err } = await svc.run(['deliveries', id, '--limit', '2'])
    assert.match(err, new RegExp(`More: add --cursor ${first.next_cursor}`))
  })

  test('refuses filters that mean nothing, all at once, by the names of the options', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await svc.register()
    const wrong = ['--status', 'x', '--event', 'y', '--verification', 'z', '--from', 'monday']
    const { error } = await svc.read(['deliveries', id, ...wrong], 2)
    assert.deepEqual(
      (error as { details: { param: string }[] }).details.map(({ param }) => param),
      ['--status', '--event', '--verification', '--from'],
    )
    assert.equal((await svc.run(['deliveries', 'wh_none'])).status, 5)
  })

  test('shows one with the log of its attempts and what its last answer means', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await svc.register()
    const tested = await svc.read(['test', id], 7)
    const { status, out } = await svc.run(['deliveries', id, String(tested.delivery_id)])
    assert.equal(status, 0)
    assert.match(out, /^last answer +connection_failed\n +No connection could be made\./m)
    assert.match(out, /\n\nATTEMPT +STARTED +TOOK +ANSWER\n1 +20\S+Z +\d+ ms +connection_failed\n$/)
  })

  test('knows one delivery only of its own webhook, and takes no filter with it', async (t) => {
    const svc = await installForWebhooks(t)
    const [id, other] = [await svc.register(), await svc.register()]
    const [delivery] = await logOf(svc, id)
    const { id: deliveryId = '' } = delivery ?? {}
    assert.equal((await svc.run(['deliveries', other, deliveryId])).status, 5)
    assert.equal((await svc.run(['deliveries', id, deliveryId, '--limit', '1'])).status, 2)
  })
})
