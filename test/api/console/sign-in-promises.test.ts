// Not again on PostgreSQL: links.test.ts, resets.test.ts and second-factor.test.ts send its statements there.
//
// What the guide promises of signing in, line by line of ASVS 5.0 chapters 6 and 7, where no other test shows it.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Secret } from 'otpauth'
import { goodPassword } from '../../support/console-client.ts'
import { keptFiles } from '../../support/kept-files.ts'
import { onSqlite } from '../../support/postgres.ts'
import {
  type ConsoleScene,
  startConsole,
  startEnrolled,
} from '../../support/scenes/console-scene.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const day = 24 * 3_600_000

/** Accepts a link with a password, and says what became of it. */
async function choose(scene: ConsoleScene, token: string, password: string): Promise<string> {
  const { status, error } = await scene.open().post('/links/accept', { token, password })
  return [status, error.details?.[0]?.code].join(' ').trim()
}

async function invited(scene: ConsoleScene): Promise<string> {
  const { client } = await scene.enrol('administrator')
  const asked = { email: 'awa@bank.example', name: 'Awa', role: 'auditor' }
  const { data } = await client.post('/users', asked)
  return String((data.link as { url: string }).url).split('#')[1] ?? ''
}

/** Every byte that the appliance keeps in its folder. */
function keptBytes({ appliance }: ConsoleScene): Buffer {
  return Buffer.concat(keptFiles(appliance.config.dataDir).map((path) => readFileSync(path)))
}

describe('a password (ASVS 6.2)', () => {
  test('of 14 characters is refused, of 15 and of 128 taken, of 129 refused', async (t) => {
    const scene = await startConsole(t)
    const token = await invited(scene)
    const letters = 'kz8 river otter velvet tractor oblique harmonica '.repeat(3)
    assert.equal(await choose(scene, token, letters.slice(0, 14)), '400 too_short')
    assert.equal(await choose(scene, token, letters.slice(0, 129)), '400 too_long')
    assert.equal(await choose(scene, token, letters.slice(0, 15)), '200')
    const { client } = await scene.enrol('administrator', 'second@bank.example')
    const { data } = await client.get('/users')
    const people = data.items as { id: string; email: string }[]
    const { id } = people.find(({ email }) => email === 'awa@bank.example') ?? { id: '' }
    const reset = await client.post(`/users/${id}/link`)
    const other = String((reset.data.link as { url: string }).url).split('#')[1] ?? ''
    assert.equal(await choose(scene, other, letters.slice(0, 128)), '200')
    const whole = await scene.open().signIn('awa@bank.example', letters.slice(0, 128))
    const cut = await scene.open().signIn('awa@bank.example', letters.slice(0, 127))
    assert.deepEqual([whole.status, cut.status], [200, 401], 'no letter of it is cut off')
  })

  test('that is on a list of the operator is refused, too', async (t) => {
    const file = join(tempFolder(t), 'leaked.txt')
    writeFileSync(file, '# leaked\nzebra-lantern-umbrella-42\n')
    const scene = await startConsole(
      t,
      { SVC_PASSWORD_BLOCKLIST_FILE: file },
      { realPasswords: true },
    )
    const token = await invited(scene)
    assert.equal(await choose(scene, token, 'zebra-lantern-umbrella-42'), '400 too_common')
    assert.equal(await choose(scene, token, goodPassword), '200')
  })

  test('never runs out', async (t) => {
    const scene = await startConsole(t)
    await scene.add('auditor')
    scene.clock.advance(5 * 365 * day)
    assert.equal((await scene.open().signIn('auditor@bank.example')).status, 200)
  })

  test('is changed only with the present one and a fresh second factor', async (t) => {
    const { scene, client, code } = await startEnrolled(t, 'auditor')
    scene.clock.advance(5 * 60_000)
    const next = 'another-quite-different-phrase'
    const change = { current_password: goodPassword, new_password: next }
    assert.equal((await client.post('/me/password', change)).error.code, 'confirmation_required')
    await client.post('/me/confirm', { method: 'totp', code: code() })
    const wrong = { ...change, current_password: next }
    assert.equal((await client.post('/me/password', wrong)).status, 401)
    assert.equal((await client.post('/me/password', change)).status, 200)
  })
})

test('a fresh appliance has no account, and no usual name and password opens it (6.3.2)', async (t) => {
  const scene = await startConsole(t)
  const { db } = scene.appliance
  assert.equal((await db.reader.selectFrom('users').select('id').execute()).length, 0)
  for (const [name, password] of [
    ['admin', 'admin'],
    ['admin', 'password'],
    ['root', 'root'],
    ['svc', 'svc'],
  ]) {
    const { status } = await scene.open().signIn(`${name}@localhost`, password)
    assert.equal(status, 401)
  }
})

test(
  'nothing that is kept lets anybody in: links, sessions, seeds and codes (6.4.1, 6.5.2, 7.2.2)',
  onSqlite,
  async (t) => {
    const scene = await startConsole(t)
    const token = await invited(scene)
    const { client, secret, recoveryCodes } = await scene.enrol('auditor')
    const kept = keptBytes(scene)
    const session = (client.cookie ?? '').split('=')[1] ?? ''
    const seed = Buffer.from(Secret.fromBase32(secret).bytes)
    assert.ok(
      kept.includes('auditor@bank.example'),
      'the folder that is looked into holds the accounts',
    )
    for (const [what, secretText] of [
      ['link', token],
      ['session', session],
      ['CSRF token', client.csrf],
      ['seed in base 32', secret],
      ['seed', seed],
      ['recovery code', recoveryCodes[0] ?? ''],
      ['recovery code without hyphens', (recoveryCodes[0] ?? '').replaceAll('-', '')],
      ['password', goodPassword],
    ] as const) {
      assert.ok(secretText.length > 15, what)
      assert.equal(kept.includes(secretText), false, what)
    }
  },
)

test('two links are never alike, and each has 256 bits (6.4.1, 11.5.1)', async (t) => {
  const { scene, client } = await startEnrolled(t, 'administrator')
  const { id } = await scene.add('auditor')
  const tokens = new Set<string>()
  for (let at = 0; at < 5; at += 1) {
    const { data } = await client.post(`/users/${id}/link`)
    tokens.add(String((data.link as { url: string }).url).split('#')[1] ?? '')
  }
  assert.equal(tokens.size, 5)
  for (const token of tokens) assert.equal(Buffer.from(token, 'base64url').length, 32)
})

describe('only who proved who they are in the last five minutes (7.5.3)', () => {
  const changes = [
    ['POST', '/keys'],
    ['POST', '/keys/key_x/rotate'],
    ['DELETE', '/keys/key_x'],
    ['POST', '/users'],
    ['PATCH', '/users/usr_x'],
    ['POST', '/users/usr_x/link'],
    ['POST', '/users/usr_x/reset-second-factor'],
    ['DELETE', '/users/usr_x/sessions'],
    ['POST', '/approvals/apr_x/decide'],
    ['POST', '/me/recovery-codes'],
    ['POST', '/me/totp'],
    ['DELETE', '/me/totp'],
    ['POST', '/me/password'],
  ] as const
  test('makes keys, gives access, decides and changes factors', async (t) => {
    const { scene, client } = await startEnrolled(t, 'administrator')
    scene.clock.advance(5 * 60_000)
    for (const [method, path] of changes) {
      const { status, error } = await client.send(method, path, { json: {} })
      assert.deepEqual([status, error.code], [403, 'confirmation_required'], `${method} ${path}`)
    }
  })

  test('exports personal data', async (t) => {
    const { scene, client } = await startEnrolled(t, 'reviewer')
    scene.clock.advance(5 * 60_000)
    for (const path of ['/verifications/export/personal', '/verifications/ver_x/case-file']) {
      const { status, error } = await client.send('POST', path, { json: {} })
      assert.deepEqual([status, error.code], [403, 'confirmation_required'], path)
    }
  })
})
