// Slow: makes an installation with deliveries for each test. api/webhooks/replay.test.ts replays in the fast lane.

import assert from 'node:assert/strict'
import { mkdirSync, rmSync } from 'node:fs'
import { describe, test } from 'node:test'
import { serverLockFile } from '../../../server/db/server-lock.ts'
import { replaysMax } from '../../../server/deliveries/replay-range.ts'
import { aFailedDelivery } from '../../support/deliveries.ts'
import { startSvc } from '../memory-shell.ts'
import { installForWebhooks, type WebhookInstallation } from './webhook-installation.ts'

const startedAt = Date.UTC(2026, 9, 1)
const range = ['--from', '2026-10-01', '--to', '2026-10-02']

/** A webhook with deliveries that were given up, a millisecond apart from the beginning of a day. */
async function withFailed(svc: WebhookInstallation, count: number): Promise<string> {
  const id = await svc.register()
  const createdAts = Array.from({ length: count }, (_, at) => startedAt + at)
  await svc.keep(...createdAts.map((createdAt) => aFailedDelivery(id, { createdAt })))
  return id
}

async function pending(svc: WebhookInstallation, id: string): Promise<unknown> {
  return (await svc.read(['get', id])).pending_deliveries
}

describe('svc webhooks replay', () => {
  test('makes one delivery due again, and says when it is sent', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await svc.register()
    const delivery = aFailedDelivery(id)
    await svc.keep(delivery)
    const { status, out, err } = await svc.run(['replay', id, delivery.id])
    assert.deepEqual([status, out], [0, ''])
    assert.equal(
      err,
      `${delivery.id} is due again.\nNo server is running: it is sent after the next start.\n`,
    )
    // A lock that cannot be tried: whether a server runs is not looked for where nobody reads it.
    const lock = serverLockFile(svc.dataDir)
    rmSync(lock)
    mkdirSync(lock)
    const shown = await svc.read(['replay', id, delivery.id])
    assert.deepEqual([shown.status, shown.replays], ['pending', 2])
  })

  test('counts a range, and changes nothing, with --dry-run', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await withFailed(svc, 3)
    const { status, out } = await svc.run(['replay', id, ...range, '--dry-run'])
    assert.equal(status, 0)
    assert.equal(out, 'matched  3\noldest   2026-10-01T00:00:00.000Z\n')
    const counts = await svc.read(['replay', id, ...range, '--dry-run'])
    assert.deepEqual([counts.dry_run, counts.matched, counts.replayed], [true, 3, 0])
    assert.equal(await pending(svc, id), 0)
  })

  test('says how many and asks before it sends them', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await withFailed(svc, 3)
    const args = ['replay', id, ...range, '--no-color']
    const refused = await svc.run(args)
    assert.equal(refused.status, 2)
    assert.match(refused.err, /Send 3 deliveries \(failed, .*--yes/)
    assert.equal((await svc.run(args, { columns: 80, typed: 'n\n' })).status, 1)
    assert.equal(await pending(svc, id), 0)
    const { status, out, err } = await svc.run(args, { columns: 80, typed: 'y\n' })
    assert.equal(status, 0)
    assert.equal(out, 'matched   3\nreplayed  3\n')
    assert.match(err, /Replaying: 0 of 3/)
    assert.match(err, /No server is running/)
    assert.equal(await pending(svc, id), 3)
  })

  test('keeps to the status, the event and the span that were asked for', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await withFailed(svc, 2)
    await svc.keep(aFailedDelivery(id, { createdAt: startedAt, eventType: 'verification.failed' }))
    await svc.keep(aFailedDelivery(id, { createdAt: startedAt - 1 }))
    const matched = async (...args: string[]) =>
      (await svc.read(['replay', id, ...args, '--dry-run'])).matched
    assert.equal(await matched(...range), 3)
    assert.equal(await matched('--to', '2026-10-02'), 4)
    assert.equal(await matched('--from', '2026-10-01'), 3)
    assert.equal(await matched(...range, '--event', 'verification.failed'), 1)
    assert.equal(await matched(...range, '--status', 'cancelled'), 0)
  })

  test('asks nothing where nothing matches', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await svc.register()
    const { status, err } = await svc.run(['replay', id, ...range])
    assert.equal(status, 0)
    assert.equal(err, 'No delivery with a kept body matches.\n')
  })

  const wrong: readonly (readonly [what: string, args: readonly string[], said: RegExp])[] = [
    ['everything there is', ['--yes'], /--from, --to or both/],
    ['a delivery and a range at once', ['dlv_1', ...range], /either a delivery or a range/],
    [
      'a range that ends before it begins',
      ['--from', '2026-10-02', '--to', '2026-10-01'],
      /^error: --to must not be before --from\.$/m,
    ],
    ['a state that needs no replay', [...range, '--status', 'pending'], /--status must be one of/],
  ]
  for (const [what, args, said] of wrong) {
    test(`refuses ${what} with status 2`, async (t) => {
      const svc = await installForWebhooks(t)
      const { status, err } = await svc.run(['replay', await svc.register(), ...args])
      assert.equal(status, 2)
      assert.match(err, said)
    })
  }

  test('sends nothing to a webhook that is inactive: status 6', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await withFailed(svc, 1)
    await svc.run(['update', id, '--inactive'])
    const { status, err } = await svc.run(['replay', id, ...range, '--yes'])
    assert.equal(status, 6)
    assert.match(err, /Activate it first/)
  })
})

describe('the replay of more than one call takes', () => {
  const count = replaysMax + 2

  test('goes on until none remains', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await withFailed(svc, count)
    const counts = await svc.read(['replay', id, ...range, '--yes'])
    assert.deepEqual(
      [counts.matched, counts.replayed, counts.remaining, counts.next_created_from],
      [count, count, 0, null],
    )
    assert.equal(await pending(svc, id), count)
  })

  test('says after an interruption how many were replayed and how to continue', async (t) => {
    const svc = await installForWebhooks(t)
    const id = await withFailed(svc, count)
    const args = ['webhooks', 'replay', id, ...range, '--yes', '--config', svc.configFile]
    const running = startSvc(args, { columns: 80 })
    await running.seen('err', 'Replaying: 0 of')
    running.signal('SIGINT')
    const { status, err } = await running.ended
    const next = new Date(startedAt + replaysMax).toISOString()
    assert.equal(status, 130)
    assert.match(
      err,
      new RegExp(`${replaysMax} of ${count} are due again. Continue with --from ${next}`),
    )
    assert.equal(await pending(svc, id), replaysMax)
  })
})
