import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HitJson } from '../../../server/console-api/search/search-json.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { bytesOnDisk } from '../../support/database.ts'
import { notAgain, onSqlite } from '../../support/postgres.ts'
import { fieldsOf, itemsOf, openOperatorScene } from '../../support/scenes/operator-scene.ts'
import { person, verifyInSandbox } from '../verifications/sandbox-client.ts'

async function hits(client: ConsoleClient, q: string, more = {}): Promise<readonly HitJson[]> {
  return (await itemsOf(client.post('/search', { q, ...more }))) as unknown as readonly HitJson[]
}

const matchesOf = (found: readonly HitJson[]) => found.map(({ id, match }) => [id, match])

test('an id leads to what it names, for whoever may see that', async (t) => {
  const scene = await openOperatorScene(t)
  const { administrator, developer, reviewer, auditor } = scene.clients
  const verification = String((await verifyInSandbox(scene)).data.id)
  const [key] = await itemsOf(developer.get('/keys'))
  const [usage] = await itemsOf(auditor.get('/usage/events'))
  const summary = async (client: ConsoleClient, q: unknown) =>
    (await hits(client, String(q))).map(({ kind, environment, match }) => [
      kind,
      environment,
      match,
    ])
  assert.deepEqual(await summary(reviewer, verification), [['verification', 'sandbox', 'id']])
  assert.deepEqual(await summary(developer, verification), [['verification', 'sandbox', 'id']])
  assert.deepEqual(await summary(administrator, verification), [])
  assert.deepEqual(await summary(developer, key?.id), [['key', 'live', 'id']])
  assert.deepEqual(await summary(reviewer, key?.id), [])
  assert.deepEqual(await summary(auditor, usage?.id), [['usage_event', 'sandbox', 'id']])
  assert.deepEqual(await summary(auditor, `key_${'0'.repeat(26)}`), [])
  assert.deepEqual(await scene.audited('verification.searched'), [])
})

test('every kind of id that the console has a place for is found', async (t) => {
  const scene = await openOperatorScene(t)
  const { administrator, auditor } = scene.clients
  const webhook = { url: 'https://127.0.0.1:9443/svc', events: ['verification.completed'] }
  const { id } = await fieldsOf(administrator.post('/webhooks', webhook), 201)
  await administrator.post(`/webhooks/${id}/test`)
  const [delivery] = await itemsOf(auditor.get(`/webhooks/${id}/deliveries`))
  const [user] = await itemsOf(auditor.get('/users'))
  const [entry] = await itemsOf(auditor.get('/audit'))
  const cases = [
    ['webhook', id, null],
    ['delivery', delivery?.id, id],
    ['delivery', delivery?.event_id, id],
    ['user', user?.id, null],
    ['audit_entry', entry?.id, null],
  ] as const
  for (const [kind, q, of_id] of cases) {
    const [hit] = await hits(auditor, String(q))
    assert.deepEqual([hit?.kind, hit?.of_id], [kind, of_id])
  }
})

test(
  'an id is found as lists shorten it, whatever it names, by whoever may see that',
  notAgain,
  async (t) => {
    const scene = await openOperatorScene(t)
    const { administrator, auditor, reviewer } = scene.clients
    const webhook = { url: 'https://127.0.0.1:9443/svc', events: ['verification.completed'] }
    const { id } = await fieldsOf(administrator.post('/webhooks', webhook), 201)
    await administrator.post(`/webhooks/${id}/test`)
    const [delivery] = await itemsOf(auditor.get(`/webhooks/${id}/deliveries`))
    const [user] = await itemsOf(auditor.get('/users'))
    const [key] = await itemsOf(auditor.get('/keys'))
    const cases = [
      ['webhook', id],
      ['delivery', delivery?.id],
      ['user', user?.id],
      ['key', key?.id],
    ] as const
    const onlyIds = { scope: 'ids_and_references' }
    for (const [kind, whole] of cases) {
      const wanted = String(whole)
      for (const q of [
        `${wanted.slice(0, 8)}…${wanted.slice(-4)}`,
        wanted.slice(-4),
        wanted.slice(-9),
      ]) {
        const found = await hits(auditor, q, onlyIds)
        assert.ok(
          found.some((hit) => hit.kind === kind && hit.id === wanted),
          `${kind} by ${q}`,
        )
        assert.deepEqual(await hits(reviewer, q, onlyIds), [], q)
      }
    }
  },
)

test(
  'a reference or a whole document number leads a reviewer to verifications, and is written down',
  notAgain,
  async (t) => {
    const scene = await openOperatorScene(t)
    const { reviewer } = scene.clients
    const { id } = (await verifyInSandbox(scene, { external_ref: 'client-4711' })).data
    const byReference = await hits(reviewer, 'client-4711')
    assert.deepEqual(
      byReference.map((hit) => [hit.id, hit.match]),
      [[id, 'external_ref']],
    )
    const byNumber = await hits(reviewer, ` ${person.id_number} `)
    assert.deepEqual(
      byNumber.map((hit) => [hit.id, hit.match]),
      [[id, 'document_number']],
    )
    assert.deepEqual(await hits(reviewer, person.id_number.slice(0, -1)), [])
    const entries = await scene.audited('verification.searched')
    assert.deepEqual(
      entries.map(({ details }) => details),
      [{ count: 0 }, { count: 1 }, { count: 1 }],
    )
  },
)

test(
  'a user who may not see verifications finds none by number, and the number is neither stored nor returned',
  onSqlite,
  async (t) => {
    const scene = await openOperatorScene(t)
    await verifyInSandbox(scene)
    const { administrator, reviewer } = scene.clients
    assert.deepEqual(await hits(administrator, person.id_number), [])
    const { text } = await reviewer.post('/search', { q: person.id_number })
    assert.match(text, /"match":"document_number"/)
    for (const value of [person.id_number, person.last_name])
      assert.equal(text.includes(value), false)
    assert.equal(scene.logLines.join('\n').includes(person.id_number), false)
    const disk = bytesOnDisk(scene.appliance.about.databaseFile)
    assert.equal(disk.includes(person.id_number), false)
    assert.equal(disk.includes('verification.searched'), true, 'the look finds what is there')
  },
)

test('a part of an id or reference is enough, in any case, and each role finds what it may see', async (t) => {
  const scene = await openOperatorScene(t)
  const { administrator, developer, reviewer } = scene.clients
  const verified = await verifyInSandbox(scene, { external_ref: 'Client-4711' })
  const id = String(verified.data.id)
  const [key] = await itemsOf(developer.get('/keys'))
  const keyId = String(key?.id)
  const onlyIds = { scope: 'ids_and_references' }
  const shown = `${id.slice(0, 8)}…${id.slice(-4)}`
  for (const q of [id.slice(0, 12), id.toUpperCase().slice(0, 20), id.slice(-4), shown]) {
    assert.deepEqual(matchesOf(await hits(reviewer, q, onlyIds)), [[id, 'id']], q)
    assert.deepEqual(await hits(administrator, q, onlyIds), [], q)
  }
  for (const q of ['client-4711', 'CLIENT-4', 'c']) {
    const [hit] = await hits(reviewer, q, onlyIds)
    assert.deepEqual([hit?.id, hit?.match, hit?.external_ref], [id, 'external_ref', 'Client-4711'])
  }
  assert.deepEqual(await hits(reviewer, 'lient-4711', onlyIds), [])
  assert.deepEqual(await hits(reviewer, person.id_number, onlyIds), [])
  assert.ok((await hits(developer, keyId.slice(0, 9))).some((hit) => hit.id === keyId))
  assert.deepEqual(await hits(reviewer, keyId.slice(0, 9)), [])
  // One of each user who searched for more than ids and references.
  assert.deepEqual((await scene.audited('verification.searched')).length, 2)
})

test('a whole name finds verifications where names are indexed, and only there', async (t) => {
  const name = `${person.last_name.toUpperCase()} ${person.first_name}`
  const without = await openOperatorScene(t)
  await verifyInSandbox(without)
  const missed = await without.clients.reviewer.post('/search', { q: name })
  assert.deepEqual([missed.data.items, missed.data.names_searched], [[], false])
  const found = await without.clients.reviewer.post('/verifications/find', {
    environment: 'sandbox',
    name,
  })
  assert.deepEqual([found.status, found.data.items], [200, []])
  const scene = await openOperatorScene(t, { settings: { SVC_SEARCH_NAMES: 'yes' } })
  const { administrator, reviewer } = scene.clients
  const { id } = (await verifyInSandbox(scene)).data
  assert.equal((await reviewer.post('/search', { q: 'Nobody' })).data.names_searched, true)
  assert.deepEqual(matchesOf(await hits(reviewer, name)), [[id, 'name']])
  assert.deepEqual(await hits(reviewer, person.last_name), [])
  assert.deepEqual(await hits(administrator, name), [])
  assert.deepEqual(await hits(reviewer, name, { scope: 'ids_and_references' }), [])
  const entries = await scene.audited('verification.searched')
  assert.deepEqual(
    entries.map(({ details }) => details),
    [{ count: 0 }, { count: 1 }, { count: 0 }],
  )
  const listed = async (body: object) =>
    (await itemsOf(reviewer.post('/verifications/find', { environment: 'sandbox', ...body }))).map(
      (item) => item.id,
    )
  assert.deepEqual(await listed({ name }), [id])
  assert.deepEqual(await listed({ name: person.last_name }), [])
  const both = { name, id_number: person.id_number }
  assert.equal((await reviewer.post('/verifications/find', both)).status, 400)
  assert.equal(scene.logLines.join('\n').includes(person.last_name), false)
})

test('a search for nothing, or for a letter, is refused', notAgain, async (t) => {
  const { clients } = await openOperatorScene(t)
  for (const body of [
    {},
    { q: ' ' },
    { q: 'x'.repeat(201) },
    { q: 7 },
    { q: 'a\u0000b' },
    { q: 'a', scope: 'all' },
  ]) {
    const { status, error } = await clients.reviewer.post('/search', body)
    assert.deepEqual([status, error.details?.[0]?.param], [400, 'scope' in body ? 'scope' : 'q'])
  }
})
