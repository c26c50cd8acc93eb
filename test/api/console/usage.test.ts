import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { correctUsage } from '../../../server/usage/correct-usage.ts'
import { recountUsage } from '../../../server/usage/recount-usage.ts'
import { call } from '../../support/api-client.ts'
import { fieldsOf, itemsOf, openOperatorScene } from '../../support/scenes/operator-scene.ts'
import { aVerify, keyOf, record } from '../../support/usage.ts'

test('usage says what the interface says, and both environments unless one is asked for', async (t) => {
  const scene = await openOperatorScene(t)
  const nowMs = scene.clock.now()
  await record(scene.appliance.db, [
    aVerify({ nowMs }),
    aVerify({ nowMs, environment: 'sandbox', apiKeyId: keyOf('b') }),
  ])
  const { auditor } = scene.clients
  const of = async (query: string) =>
    (await itemsOf(auditor.get(`/usage/events${query}`))).map(({ environment }) => environment)
  assert.deepEqual((await of('')).toSorted(), ['live', 'sandbox'])
  assert.deepEqual(await of('?environment=sandbox'), ['sandbox'])
  const summed = await fieldsOf(auditor.get('/usage/summary?environment=live&group_by=day'))
  const { data } = await call(`${scene.url}/usage/summary?group_by=day`, { key: scene.liveKey })
  assert.deepEqual(summed, data)
  const both = await fieldsOf(auditor.get('/usage/summary'))
  assert.equal((both.totals as { events: number }).events, 2)
})

test('every fault of a request is reported at once', async (t) => {
  const { clients } = await openOperatorScene(t)
  const { error } = await clients.auditor.get('/usage/events?environment=x&type=y&limit=0')
  assert.deepEqual(error.details?.map(({ param }) => param).toSorted(), [
    'environment',
    'limit',
    'type',
  ])
})

test('a correction is written down with the event that it made', async (t) => {
  const scene = await openOperatorScene(t)
  await record(scene.appliance.db, [aVerify({ nowMs: scene.clock.now() })])
  const [event] = await itemsOf(scene.clients.auditor.get('/usage/events'))
  const asked = { id: String(event?.id), reason: 'Metered by mistake' }
  const made = await correctUsage(scene.appliance, fromCommandLine, asked)
  const [entry] = await scene.audited('usage.corrected')
  assert.deepEqual(entry?.actor, { kind: 'cli', id: undefined })
  assert.deepEqual([entry?.subject?.id, entry?.details.result_id], [event?.id, made.id])
})

test('a repair is audited for each day and month that it corrected; reading is not', async (t) => {
  const scene = await openOperatorScene(t)
  const { db } = scene.appliance
  await record(db, [aVerify({ nowMs: scene.clock.now() })])
  scene.clock.advance(2 * 24 * 60 * 60 * 1000)
  await db.write((trx) => trx.updateTable('usage_counters').set({ events: 7 }).execute())
  await recountUsage(scene.appliance, { from: 0 })
  assert.deepEqual(await scene.audited('usage.repaired'), [])
  await recountUsage(scene.appliance, { from: 0, by: fromCommandLine, repairs: true })
  const repaired = await scene.audited('usage.repaired')
  assert.deepEqual(
    repaired.map(({ details }) => details.count),
    [1, 2],
  )
})

test('a download is what svc usage --csv writes, marked for spreadsheets and parted as they expect', async (t) => {
  const scene = await openOperatorScene(t)
  await record(scene.appliance.db, [aVerify({ nowMs: scene.clock.now() })])
  const asked = 'environment=live&group_by=day&from=2026-11-20&to=2026-11-22'
  const { developer } = scene.clients
  const path = `/usage/summary/csv?${asked}`
  const { headers, text } = await developer.get(path)
  assert.match(headers.get('Content-Disposition') ?? '', /"usage-live-by-day-2026-11-20\.csv"$/)
  const heading = 'day,kyc.verify,score.get,quantity,billable_quantity,events'
  const lines = `${heading}\r\n2026-11-20,0,0,0,0,0\r\n2026-11-21,1,0,1,1,1\r\n`
  assert.equal(text, lines)
  const parted = await developer.get(`${path}&separator=semicolon`)
  assert.equal(parted.text, lines.replaceAll(',', ';'))
  assert.equal((await developer.get(`${path}&separator=tab`)).status, 400)
  // Whoever reads text leaves the mark out.
  const cookie = { headers: { Cookie: developer.cookie ?? '' } }
  const { body } = await fetch(`${scene.server.url}/console/api${path}`, cookie)
  const { value = [] } = (await body?.getReader().read()) ?? {}
  assert.deepEqual([...value].slice(0, 3), [0xef, 0xbb, 0xbf])
})

test('counters that differ from their events are reported until they are repaired', async (t) => {
  const scene = await openOperatorScene(t)
  const { db } = scene.appliance
  const ask = () => fieldsOf(scene.clients.auditor.get('/usage/recount'))
  assert.deepEqual(await ask(), { counted_to: null, running: null, differences: 0, items: [] })
  await record(db, [aVerify({ nowMs: scene.clock.now() })])
  scene.clock.advance(2 * 24 * 60 * 60 * 1000)
  await db.write((trx) => trx.updateTable('usage_counters').set({ quantity: 7 }).execute())
  await scene.clients.auditor.signIn('auditor@bank.example')
  await recountUsage(scene.appliance, { from: 0 })
  const { counted_to, differences, items } = await ask()
  assert.equal(counted_to, '2026-11-23T00:00:00.000Z')
  const spans = (
    items as { span: string; counted_quantity: number; summed_quantity: number }[]
  ).map((one) => [one.span, one.counted_quantity, one.summed_quantity])
  assert.equal(differences, spans.length)
  assert.ok(
    spans.some(([span, is, says]) => span === 'day' && is === 1 && says === 7),
    `${spans}`,
  )
  await recountUsage(scene.appliance, { from: 0, by: fromCommandLine, repairs: true })
  assert.equal((await ask()).differences, 0)
})

test('an administrator recounts days and repairs them, as svc usage recount does; others may not', async (t) => {
  const scene = await openOperatorScene(t)
  const { db } = scene.appliance
  await record(db, [aVerify({ nowMs: scene.clock.now() })])
  const day = new Date(scene.clock.now()).toISOString().slice(0, 10)
  const next = new Date(scene.clock.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  scene.clock.advance(2 * 24 * 60 * 60 * 1000)
  await db.write((trx) => trx.updateTable('usage_counters').set({ events: 7 }).execute())
  const { administrator, auditor } = scene.clients
  await administrator.signIn('administrator@bank.example')
  await auditor.signIn('auditor@bank.example')
  const days = { from: day, to: next }
  assert.equal((await auditor.post('/usage/recount', days)).status, 403)
  const found = await fieldsOf(administrator.post('/usage/recount', days))
  assert.deepEqual(found, { days: 1, differences: 3, repaired: false })
  const [entry] = await scene.audited('usage.recounted')
  assert.deepEqual([entry?.actor.kind, entry?.subject?.id], ['user', day])
  assert.equal(entry?.details.count, 3)
  const repaired = await fieldsOf(administrator.post('/usage/recount', { ...days, repair: true }))
  assert.deepEqual(repaired, { days: 1, differences: 3, repaired: true })
  assert.equal((await fieldsOf(administrator.post('/usage/recount', days))).differences, 0)
  const bad = await administrator.post('/usage/recount', { from: next, to: day, repair: 'yes' })
  assert.equal(bad.status, 400)
})

test('a recount reports how many of its days are done', async (t) => {
  const scene = await openOperatorScene(t)
  await record(scene.appliance.db, [aVerify({ nowMs: scene.clock.now() })])
  scene.clock.advance(3 * 24 * 60 * 60 * 1000)
  const seen: number[] = []
  await recountUsage(scene.appliance, { onProgress: ({ counted }) => seen.push(counted) })
  assert.deepEqual(seen, [0, 1, 2, 3])
})
