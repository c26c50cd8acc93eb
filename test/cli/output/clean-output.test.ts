// Slow: runs every command over planted characters.
//
// Whatever stands in an argument, a row or a server's answer: no character that steers a terminal leaves svc.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { jsonText } from '../../../cli/text/clean-text.ts'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { openAppliance } from '../../../server/appliance.ts'
import { loadConfig } from '../../../server/config.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { drawCard, drawSelfie } from '../../support/images/images.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { type Installation, install } from '../installation.ts'
import { runSvc } from '../memory-shell.ts'
import { assertClean, planted, steering } from './planted-characters.ts'

/** Every command of the tree, as completion knows them. */
async function commands(words: readonly string[] = []): Promise<readonly (readonly string[])[]> {
  const { out } = await runSvc(['__complete', '--', ...words, ''])
  const names = out.split('\n').filter((line) => /^[a-z][a-z-]*\t/.test(line))
  if (words.length === 2 || names.length === 0) return [words]
  const below = await Promise.all(
    names.map((line) => commands([...words, line.split('\t')[0] ?? ''])),
  )
  return words.length === 0 ? below.flat() : [words, ...below.flat()]
}

/** The options that are the command's own. */
async function optionsOf(command: readonly string[]): Promise<readonly string[]> {
  const named = async (words: readonly string[]) =>
    (await runSvc(['__complete', '--', ...words, '--'])).out
      .split('\n')
      .map((line) => line.split('\t')[0] ?? '')
      .filter((word) => word !== '')
  const global = await named([])
  return (await named(command)).filter((option) => !global.includes(option))
}

test('the tree of commands is found', async () => {
  const found = (await commands()).map((words) => words.join(' '))
  for (const one of ['status', 'verifications submit', 'webhooks verify', 'audit export']) {
    assert.ok(found.includes(one), one)
  }
  assert.ok((await optionsOf(['keys', 'create'])).includes('--name'))
})

describe('arguments', () => {
  test('of every command, as operand, as option and as the value of every option (long)', async (t) => {
    const { svc, folder } = await install(t)
    const place = join(folder, `${planted.replaceAll('\0', '')}`)
    for (const command of await commands()) {
      const tries = [[planted], [`--${planted}`], [`-${planted}`], ['--json', planted]]
      for (const option of await optionsOf(command)) tries.push([option, place])
      for (const more of tries) {
        const args = [...command, ...more]
        assertClean(await svc(args, { typed: '' }), JSON.stringify(args))
      }
    }
  })

  test('of svc itself, and of its global options', async () => {
    for (const args of [
      [planted],
      ['help', planted],
      [`--${planted}`],
      ['status', '--config', planted],
      ['status', '--data-dir', planted],
      ['--json', planted],
    ]) {
      assertClean(await runSvc(args), JSON.stringify(args))
    }
  })
})

const emptyVerification = {
  id: 'ver_00000000000000000000000001',
  environment: 'live',
  status: 'declined',
  country: 'SN',
  id_type: 'national_id',
  api_key_id: 'key_00000000000000000000000001',
  claims: Buffer.of(0),
  reasons: '["document_expired"]',
  checks: '[]',
  findings: '[]',
  created_at: 1,
  completed_at: 2,
  scoring: 'not_requested',
} as const

const emptyCall = {
  id: 'out_00000000000000000000000001',
  started_at: 1,
  purpose: 'score',
  method: 'POST',
  field_names: '[]',
  body_bytes: 1,
  outcome: 'answered',
} as const

/** Rows as an older version, or a hand in the database, may have left them. */
async function plantRows(t: TestContext): Promise<Installation> {
  const installation = await install(t)
  const { json, configFile } = installation
  await json(['keys', 'create', '--name', 'Core', '--env', 'live'])
  await json(['webhooks', 'create', '--env', 'live', '--url', 'https://bank.example/svc'])
  const invite = 'users invite --role auditor --email awa@bank.example --name Awa'
  await json(invite.split(' '))
  const loaded = loadConfig({ profile: 'appliance', env: {}, configFile })
  const appliance = await openAppliance(loaded, { log: silentLog })
  await inTransaction(appliance.db, async (trx) => {
    await trx.updateTable('api_keys').set({ name: planted }).execute()
    await trx
      .updateTable('webhooks')
      .set({ url: `https://${planted}/`, description: planted })
      .execute()
    await trx
      .updateTable('users')
      .set({ name: planted, email: `${planted}@bank.example` })
      .execute()
    await trx
      .insertInto('verifications')
      .values({ ...emptyVerification, external_ref: planted })
      .execute()
    await trx
      .insertInto('outbound_calls')
      .values({ ...emptyCall, host: planted })
      .execute()
  })
  await appliance.close()
  return installation
}

describe('stored rows', () => {
  test('in every listing, as text, as JSON, as an export and on a narrow terminal', async (t) => {
    const { svc } = await plantRows(t)
    const shown = []
    const listings = [
      ...['keys list', 'webhooks list', 'users list', 'verifications list', 'outbound list'],
      ...['verifications get ver_00000000000000000000000001', 'outbound export', 'usage', 'status'],
      ...['outbound export --format json', 'audit list', 'audit export', 'audit verify'],
      ...['usage export', 'jobs stats'],
    ]
    for (const command of listings.map((line) => line.split(' '))) {
      for (const [more, input] of [
        [[], {}],
        [['--json'], {}],
        [[], { columns: 60, env: { NO_COLOR: '1' } }],
      ] as const) {
        const ran = await svc([...command, ...more], input)
        assertClean(ran, [...command, ...more].join(' '))
        if (ran.out.includes('owned')) shown.push(command.slice(0, 2).join(' '))
      }
    }
    for (const one of ['keys', 'webhooks', 'users', 'verifications', 'outbound']) {
      assert.ok(shown.includes(`${one} list`), `${one} list shows what was planted`)
    }
  })

  test('in the question before something is ended', async (t) => {
    const { svc, json } = await plantRows(t)
    const { items } = (await json(['keys', 'list'])) as { items: { id: string }[] }
    const typed = { columns: 80, typed: 'n\n', env: { NO_COLOR: '1' } }
    assertClean(await svc(['keys', 'revoke', String(items[0]?.id)], typed), 'keys revoke')
    const hooks = (await json(['webhooks', 'list'])) as { items: { id: string }[] }
    assertClean(
      await svc(['webhooks', 'delete', String(hooks.items[0]?.id)], typed),
      'webhooks delete',
    )
  })
})

describe('a hostile server', () => {
  let server: Server
  let url: string
  let answer: { readonly status: number; readonly body: unknown }

  before(async () => {
    server = createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(answer.status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(answer.body))
      })
    })
    const port = await listenLocally(server)
    url = `http://127.0.0.1:${port}`
  })
  after(() => new Promise((done) => server.close(done)))

  const verification = {
    id: planted,
    status: planted,
    country: planted,
    id_type: planted,
    external_ref: planted,
    created_at: planted,
    completed_at: planted,
    score: { score: 700, band: planted },
    reasons: [{ code: planted, message: planted }],
    checks: [{ check: planted, result: planted }],
    [planted]: planted,
  }
  const answers = {
    'a verification': { status: 200, body: { data: verification } },
    'a pending one': { status: 202, body: { data: { ...verification, status: 'pending' } } },
    'a refusal': {
      status: 400,
      body: {
        error: {
          code: 'invalid_request',
          message: `${planted}\nerror: a line of its own`,
          request_id: planted,
          details: [{ param: planted, code: planted, message: planted }],
        },
      },
    },
    'anything else': { status: 200, body: { [planted]: planted } },
  }

  for (const [name, given] of Object.entries(answers)) {
    test(`that answers ${name}, on a terminal and off it`, async (t) => {
      answer = given
      const { svc, folder } = await install(t)
      writeFileSync(join(folder, 'front.jpg'), await drawCard())
      writeFileSync(join(folder, 'selfie.jpg'), await drawSelfie())
      const submit = 'verifications submit --country SN --id-type national_id --timeout 1s --url'
      const images = ['--front', join(folder, 'front.jpg'), '--selfie', join(folder, 'selfie.jpg')]
      const args = [...submit.split(' '), url, ...images]
      const env = { SVC_API_KEY: 'svc_live_x', NO_COLOR: '1' }
      const clock = new ManualClock()
      const wait = async (delayMs: number) => clock.advance(delayMs)
      const plain = await svc(args, { env, wait, clock })
      assertClean(plain, 'text')
      const asJson = await svc([...args, '--json'], { env, wait, clock })
      assertClean(asJson, 'JSON')
      const watched = await svc(args, { env, wait, clock, columns: 80 })
      const withoutProgress = watched.err.replaceAll('\r\x1b[2K', '')
      assertClean({ ...watched, err: withoutProgress }, 'progress')
      if (name === 'a refusal') {
        assert.doesNotMatch(plain.err, /^error: a line of its own/m)
        assert.equal(JSON.parse(asJson.err).error.request_id, planted)
      }
    })
  }
})

describe('JSON for programs', () => {
  test('escapes what would steer, and loses nothing', () => {
    const text = jsonText({ [planted]: [planted, '\u{E0041} العربية Ndèye 👩🏽‍⚕️'] })
    assert.deepEqual(
      steering.filter((one) => text.includes(one)),
      [],
    )
    assert.deepEqual(JSON.parse(text), { [planted]: [planted, '\u{E0041} العربية Ndèye 👩🏽‍⚕️'] })
  })
})
