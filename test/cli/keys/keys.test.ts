// Slow: makes an installation for each test. key-children.test.ts makes keys in the fast lane.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openAppliance } from '../../../server/appliance.ts'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { loadConfig } from '../../../server/config.ts'
import { holdServerLock, serverLockFile } from '../../../server/db/server-lock.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { createKey } from '../../../server/keys/create-key.ts'
import { environmentOfKeyText, scopesDefault } from '../../../server/keys/key.ts'
import { type Installation, install } from '../installation.ts'
import { startSvc } from '../memory-shell.ts'

async function create(svc: Installation, ...more: string[]): Promise<Record<string, unknown>> {
  return svc.json(['keys', 'create', '--name', 'Core', '--env', 'live', ...more])
}

/** Without the command, which opens the database for each key. Returns their ids. */
async function createMany({ configFile }: Installation, count: number): Promise<readonly string[]> {
  const loaded = loadConfig({ profile: 'appliance', env: {}, configFile })
  const appliance = await openAppliance(loaded, { log: silentLog })
  const wanted = { name: 'Core', environment: 'live', scopes: scopesDefault } as const
  const asked = { ...wanted, allowedCidrs: [], expiresAt: undefined }
  const created = Array.from({ length: count }, () => createKey(appliance, fromCommandLine, asked))
  const ids = (await Promise.all(created)).map(({ key }) => key.id)
  await appliance.close()
  return ids
}

describe('svc keys create', () => {
  test('writes the key alone to stdout, and says once and for all to keep it', async (t) => {
    const { svc } = await install(t)
    const args = ['keys', 'create', '--name', 'Core banking', '--env', 'sandbox']
    const { status, out, err } = await svc(args)
    assert.equal(status, 0)
    assert.equal(environmentOfKeyText(out.trimEnd()), 'sandbox')
    assert.match(err, /it will not be shown again/)
    assert.match(err, /Authorization: Bearer/)
    assert.equal((await svc([...args, '--quiet'])).err, '')
  })

  test('says until when and from where it works, and where the server runs', async (t) => {
    const { svc, dataDir } = await install(t)
    const lock = holdServerLock(serverLockFile(dataDir))
    t.after(() => lock.release())
    lock.writeHolder({ url: 'http://127.0.0.1:8091', publicUrl: 'http://127.0.0.1:8091' })
    const args = ['keys', 'create', '--name', 'Core banking', '--env', 'live']
    const plain = await svc(args)
    assert.match(plain.err, /^never expires; works from anywhere$/m)
    assert.match(plain.err, /^Try it, .*\n {2}curl http:\/\/127\.0\.0\.1:8091\/v1\//m)
    const narrow = ['--expires', '2099-01-31', '--allow', '10.0.0.1/8', '--allow', '192.0.2.7/32']
    const networks = '10.0.0.0/8 (the whole network of 10.0.0.1/8), 192.0.2.7/32'
    const { err } = await svc([...args, ...narrow])
    assert.ok(err.includes(`expires 2099-01-31T00:00:00.000Z; works from ${networks}\n`), err)
    assert.match(err, /^Try it from there, /m)
    assert.doesNotMatch((await svc([...args, '--scopes', 'kyc.verify'])).err, /Try it/)
  })

  test('prints one object with the key and all its rights as JSON', async (t) => {
    const svc = await install(t)
    const created = await create(svc, '--scopes', 'kyc.read, kyc.verify', '--expires', '90d')
    const { id, key, environment, scopes } = created
    assert.match(String(id), /^key_/)
    assert.equal(environmentOfKeyText(String(key)), 'live')
    assert.deepEqual([environment, scopes], ['live', ['kyc.verify', 'kyc.read']])
    const life = Date.parse(String(created.expires_at)) - Date.parse(String(created.created_at))
    assert.ok(Math.abs(life - 90 * 86_400_000) < 1000)
  })

  test('takes networks one by one, and an instant for its end', async (t) => {
    const svc = await install(t)
    const ends = '2099-01-31T00:00:00.000Z'
    const networks = ['--allow', '10.0.0.0/8', '--allow', '2001:db8::/32']
    const created = await create(svc, ...networks, '--expires', ends)
    assert.deepEqual(created.allowed_cidrs, ['10.0.0.0/8', '2001:db8::/32'])
    assert.equal(created.expires_at, ends)
  })

  test('takes a plain date for its end: the first instant of that day, UTC', async (t) => {
    const svc = await install(t)
    const created = await create(svc, '--expires', '2099-01-31')
    assert.equal(created.expires_at, '2099-01-31T00:00:00.000Z')
    const args = ['keys', 'create', '--name', 'Core', '--env', 'live', '--expires']
    const { status, err } = await svc.svc([...args, '2099-02-30'])
    assert.equal(status, 2)
    assert.match(err, /--expires must be a duration such as 90d.*or a date such as/)
  })

  test('lists every fault at once, by the names of the options', async (t) => {
    const { svc, json } = await install(t)
    const wrong = ['--env', 'test', '--allow', 'home', '--expires', 'soon', '--scopes', 'all']
    const { status, out, err } = await svc(['keys', 'create', ...wrong, '--json'])
    assert.deepEqual([status, out], [2, ''])
    const { code, details } = JSON.parse(err).error
    assert.equal(code, 'invalid_request')
    assert.deepEqual(details.map((detail: { param: string }) => detail.param).sort(), [
      '--allow',
      '--env',
      '--expires',
      '--name',
      '--scopes',
    ])
    assert.deepEqual((await json(['keys', 'list'])).items, [])
  })
})

describe('svc keys list', () => {
  test('goes through every page, newest first', async (t) => {
    const svc = await install(t)
    const created: unknown[] = [...(await createMany(svc, 102)), (await create(svc)).id]
    const { items } = await svc.json(['keys', 'list'])
    const listed = (items as { id: string; key?: string }[]).map(({ id }) => id)
    assert.deepEqual(listed, created.toSorted().reverse())
  })

  test('keeps to one environment when asked, and never shows a key', async (t) => {
    const svc = await install(t)
    const { id, key } = await create(svc)
    await svc.json(['keys', 'create', '--name', 'Other', '--env', 'sandbox'])
    const { out } = await svc.svc(['keys', 'list', '--env', 'live'])
    const [title, row, ...rest] = out.trimEnd().split('\n')
    assert.match(title ?? '', /^ID +ENV +STATUS +NAME/)
    assert.ok(row?.startsWith(String(id)))
    assert.deepEqual(rest, [])
    assert.ok(!out.includes(String(key)))
  })

  test('says what each key may do where there is room, in few words where they suffice', async (t) => {
    const svc = await install(t)
    await create(svc)
    await create(svc, '--scopes', 'kyc.read,usage.read')
    const { out, err } = await svc.svc(['keys', 'list', '--no-color'], { columns: 120 })
    assert.match(out, / SCOPES\n.* kyc\.read, usage\.read\n.* all but keys\.manage\n$/)
    assert.equal(err, '')
    const narrow = await svc.svc(['keys', 'list', '--no-color'], { columns: 80 })
    assert.doesNotMatch(narrow.out, /SCOPES/)
    assert.match(narrow.err, /^No room for [A-Z, ]*SCOPES: widen the window, or add --json\.\n$/)
    assert.equal((await svc.svc(['keys', 'list', '-q'], { columns: 80 })).err, '')
  })

  test('says how to make the first one', async (t) => {
    const { svc } = await install(t)
    const { status, out, err } = await svc(['keys', 'list'])
    assert.deepEqual([status, out], [0, ''])
    assert.match(err, /svc keys create/)
  })
})

describe('svc keys revoke', () => {
  test('changes nothing without a yes: off a terminal it wants --yes', async (t) => {
    const svc = await install(t)
    const { id } = await create(svc)
    const { status, err } = await svc.svc(['keys', 'revoke', String(id)])
    assert.equal(status, 2)
    assert.match(err, /--yes/)
    assert.match((await svc.svc(['keys', 'list'])).out, / active /)
  })

  for (const { typed, status, state } of [
    { typed: 'y\n', status: 0, state: 'revoked' },
    { typed: '\n', status: 1, state: 'active' },
    { typed: 'nope\n', status: 1, state: 'active' },
    { typed: '', status: 1, state: 'active' },
  ]) {
    test(`asks on a terminal; ${JSON.stringify(typed)} leaves the key ${state}`, async (t) => {
      const svc = await install(t)
      const { id } = await create(svc)
      const answered = await svc.svc(['keys', 'revoke', String(id)], { columns: 80, typed })
      assert.equal(answered.status, status)
      assert.match(answered.err, /Revoke key_.*\[y\/N\]/)
      assert.match((await svc.svc(['keys', 'list'])).out, new RegExp(` ${state} `))
    })
  }

  test('asks, and takes Ctrl-C for what it is: status 130, nothing changed', async (t) => {
    const svc = await install(t)
    const { id } = await create(svc)
    const args = ['keys', 'revoke', String(id), '--config', svc.configFile]
    const asking = startSvc(args, { columns: 80 })
    await asking.seen('err', '[y/N]')
    asking.signal('SIGINT')
    const { status, err } = await asking.ended
    assert.equal(status, 130)
    assert.match(err, /Interrupted\.\n$/)
    assert.match((await svc.svc(['keys', 'list'])).out, / active /)
  })

  test('asks of no key that does not exist, and names the one that does', async (t) => {
    const svc = await install(t)
    const missing = await svc.svc(['keys', 'revoke', 'key_none'], { columns: 80, typed: 'y\n' })
    assert.equal(missing.status, 5)
    assert.doesNotMatch(missing.err, /Revoke/)
    assert.match(missing.err, /svc keys list --config /)
    const { id } = await create(svc)
    const asked = await svc.svc(['keys', 'revoke', String(id)], { columns: 80, typed: '\n' })
    assert.ok(asked.err.includes(`Revoke ${id} (live, Core)?`))
  })

  test('ends a key with --yes, and a key that does not exist is status 5', async (t) => {
    const svc = await install(t)
    const { id } = await create(svc)
    assert.equal((await svc.json(['keys', 'revoke', String(id), '--yes'])).status, 'revoked')
    const { status, err } = await svc.svc(['keys', 'revoke', 'key_none', '--yes', '--json'])
    assert.deepEqual([status, JSON.parse(err).error.code], [5, 'not_found'])
  })
})

describe('svc keys rotate', () => {
  test('gives a successor and lets the old key live for the grace', async (t) => {
    const svc = await install(t)
    const { id } = await create(svc)
    const made = await svc.json(['keys', 'rotate', String(id), '--grace', '7d'])
    assert.equal(made.rotated_from, id)
    const { items } = await svc.json(['keys', 'list'])
    const old = (items as Record<string, string>[]).find((item) => item.id === id)
    const left = Date.parse(String(old?.expires_at)) - Date.parse(String(made.created_at))
    assert.equal(old?.status, 'active')
    assert.ok(Math.abs(left - 7 * 86_400_000) < 1000)
  })

  test('wants a yes to end the old key at once', async (t) => {
    const svc = await install(t)
    const { id } = await create(svc)
    const args = ['keys', 'rotate', String(id), '--grace', '0']
    assert.equal((await svc.svc(args)).status, 2)
    assert.equal((await svc.svc([...args, '--yes'])).status, 0)
    const { status, err } = await svc.svc([...args, '--yes', '--json'])
    assert.deepEqual([status, JSON.parse(err).error.code], [6, 'conflict'])
  })
})

describe('a command without an installation', () => {
  test('makes none: it says svc init, with status 6', async (t) => {
    const svc = await install(t)
    const args = ['keys', 'list', '--data-dir', `${svc.folder}/mistyped`]
    const { status, err } = await svc.svc([...args, '--json'])
    assert.deepEqual([status, JSON.parse(err).error.code], [6, 'not_initialised'])
    assert.match((await svc.svc(args)).err, /svc init/)
  })
})
