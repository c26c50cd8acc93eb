import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { toIso } from '../../../server/kernel/clock.ts'
import { signatureHeaders } from '../../../server/webhooks/sign.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { bodyOf, readSignatureVectors } from '../../support/signature-vectors.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { runSvc, startSvc } from '../memory-shell.ts'

const secret = 'whsec_of_this_test'
const clock = new ManualClock()
const sentBody = '{"id":"evt_1","event":"webhook.test","data":{"name":"Aïssatou","score":null}}'
const verifyWords = ['webhooks', 'verify']

interface Delivery {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** Signed twelve seconds ago. */
function delivered(next?: string): Delivery {
  const body = Buffer.from(sentBody)
  const createdAt = clock.now() - 12_000
  const activatesAt = clock.now() + 1000
  const secrets = { current: secret, next: next ? { secret: next, activatesAt } : undefined }
  return {
    body,
    headers: signatureHeaders({ secrets, mode: 'auto', createdAt, nowMs: createdAt, body }),
  }
}

/** Writes the capture into files; the paths stand where the options want them. */
function capture(t: TestContext, { body, headers }: Delivery, style = '') {
  const folder = tempFolder(t)
  const [bodyFile, headersFile] = [join(folder, 'body.json'), join(folder, 'headers.txt')]
  writeFileSync(bodyFile, body)
  const lines = Object.entries(headers).map(([name, value]) => `${style}${name}: ${value}\r\n`)
  writeFileSync(headersFile, `${style}POST /hooks HTTP/1.1\r\n${lines.join('')}\r\n`)
  return [...verifyWords, bodyFile, '--headers', headersFile]
}

function run(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = { SVC_WEBHOOK_SECRET: secret },
) {
  return runSvc(argv, { env, clock })
}

describe('svc webhooks verify', () => {
  test('finds a captured delivery valid, and says how old it is', async (t) => {
    const argv = capture(t, delivered())
    const { status, out, err } = await run(argv)
    assert.deepEqual([status, err], [0, ''])
    assert.equal(out, 'valid: the signature matches; the timestamp is 12 s old (300 s allowed).\n')
    assert.deepEqual(JSON.parse((await run([...argv, '--json'])).out), {
      ok: true,
      result: 'valid',
      answer: 200,
      age_seconds: 12,
      cause: null,
      advice: [],
    })
  })

  test('reads headers as curl -v shows them, whatever their case', async (t) => {
    const { body, headers } = delivered()
    const upper = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])
    const argv = capture(t, { body, headers: Object.fromEntries(upper) }, '> ')
    assert.equal((await run(argv)).status, 0)
  })

  test('takes the body from stdin, and the rest from options', async () => {
    const { headers } = delivered()
    const options = [
      '--signature',
      headers['svc-signature'] ?? '',
      '--timestamp',
      headers['svc-timestamp'] ?? '',
    ]
    const env = { SVC_WEBHOOK_SECRET: secret }
    const ran = await runSvc([...verifyWords, ...options], { env, clock, typed: sentBody })
    assert.equal(ran.status, 0)
    const dash = await runSvc([...verifyWords, '-', ...options], { env, clock, typed: sentBody })
    assert.equal(dash.status, 0)
    const cut = await runSvc([...verifyWords, ...options], { env, clock, typed: sentBody.slice(1) })
    assert.equal(cut.status, 3)
  })

  test('takes the secret from a file, whose last line break is not part of it', async (t) => {
    const file = join(tempFolder(t), 'secret.txt')
    writeFileSync(file, `${secret}\n`)
    const { status } = await run([...capture(t, delivered()), '--secret-file', file], {})
    assert.equal(status, 0)
  })

  test('takes the secret from the file that SVC_WEBHOOK_SECRET_FILE names', async (t) => {
    const file = join(tempFolder(t), 'secret.txt')
    writeFileSync(file, `${secret}\n`, { mode: 0o600 })
    const argv = capture(t, delivered())
    assert.equal((await run(argv, { SVC_WEBHOOK_SECRET_FILE: file })).status, 0)
    const { status, err } = await run(argv, { SVC_WEBHOOK_SECRET_FILE: `${file}.not` })
    assert.equal(status, 2)
    assert.match(err, /SVC_WEBHOOK_SECRET_FILE names a file that cannot be read/)
  })

  test('leaves a secret that is exported to other commands without a complaint', async () => {
    const env = { SVC_WEBHOOK_SECRET: secret }
    const { status, out } = await runSvc(['config', 'show', '--json'], { env })
    assert.equal(status, 0)
    assert.ok(!out.includes(secret))
  })

  test('knows the next secret of a rotation by svc-signatures', async (t) => {
    const argv = capture(t, delivered('whsec_next'))
    assert.equal((await run(argv, { SVC_WEBHOOK_SECRET: 'whsec_next' })).status, 0)
    assert.equal((await run(argv, { SVC_WEBHOOK_SECRET: 'whsec_other' })).status, 3)
  })

  test('judges every published vector at its own time as it must', async (t) => {
    for (const vector of readSignatureVectors()) {
      const argv = capture(t, { body: bodyOf(vector), headers: vector.headers })
      const at = ['--at', toIso(vector.now * 1000), '--json']
      const { status, out } = await run([...argv, ...at], { SVC_WEBHOOK_SECRET: vector.secret })
      const { result, answer } = JSON.parse(out)
      assert.deepEqual([result, answer], [vector.result, vector.answer], vector.name)
      assert.equal(status, vector.result === 'valid' ? 0 : 3)
    }
  })
})

describe('a delivery that does not verify', () => {
  const signedBody = JSON.parse(sentBody)
  const spoilt: readonly (readonly [name: string, body: string, key: string, cause: RegExp])[] = [
    [
      'written anew with spaces',
      JSON.stringify(signedBody, undefined, 2),
      secret,
      /body was changed/,
    ],
    ['written anew with escapes', sentBody.replace('ï', '\\u00ef'), secret, /body was changed/],
    ['saved with a line break', `${sentBody}\n`, secret, /body was changed/],
    ['not captured', '', secret, /body is empty/],
    ['judged without the prefix', sentBody, 'of_this_test', /secret was changed/],
    ['judged by a quoted secret', sentBody, `'${secret}'`, /secret was changed/],
  ]
  for (const [name, body, key, cause] of spoilt) {
    test(`because it was ${name} gets that cause, and no other`, async (t) => {
      const argv = capture(t, { ...delivered(), body: Buffer.from(body) })
      const { status, out } = await run(argv, { SVC_WEBHOOK_SECRET: key })
      assert.equal(status, 3)
      assert.match(out, /^signature_mismatch: a receiver should answer 401; /)
      assert.match(out, cause)
      assert.equal(out.trim().split('\n').length, 2)
    })
  }

  test('for a reason that cannot be known gets the usual ones: body, secret, attempt', async (t) => {
    const argv = capture(t, { ...delivered(), body: Buffer.from(sentBody.replace('null', '1')) })
    const { status, out } = await run(argv)
    assert.equal(status, 3)
    for (const advice of [/raw bytes/, /secret is wrong/, /different attempts/])
      assert.match(out, advice)
    const { cause, advice } = JSON.parse((await run([...argv, '--json'])).out)
    assert.deepEqual([cause, advice.length], [null, 3])
  })

  test('for its age says so and speaks of the clock; --at and --ignore-age help', async (t) => {
    const argv = capture(t, delivered())
    const late = ['--at', toIso(clock.now() + 24 * 60 * 60 * 1000)]
    const { status, out } = await run([...argv, ...late])
    assert.equal(status, 3)
    assert.match(
      out,
      /^stale_timestamp: a receiver should answer 400; the timestamp is 86412 s old/,
    )
    assert.match(out, /clock/)
    assert.equal((await run([...argv, ...late, '--ignore-age'])).status, 0)
    const early = await run([...argv, '--at', toIso(clock.now() - 1000 * 1000)])
    assert.match(early.out, /^future_timestamp: .* 988 s ahead/)
  })

  test('never has its secret shown', async (t) => {
    for (const more of [[], ['--json']]) {
      const argv = capture(t, { ...delivered(), body: Buffer.from('{}') })
      const { out, err } = await run([...argv, ...more])
      assert.ok(!`${out}${err}`.includes('of_this_test'))
    }
  })
})

describe('wrong usage of svc webhooks verify', () => {
  test('is reported at once, by the names of the options, with status 2', async (t) => {
    const none = join(tempFolder(t), 'none')
    const { status, out, err } = await run([...verifyWords, none, '--json'], {})
    assert.deepEqual([status, out], [2, ''])
    const { details } = JSON.parse(err).error
    const params = details.map((detail: { param: string }) => detail.param)
    assert.deepEqual(params.sort(), ['--secret-file', '--signature', '--timestamp', 'file'])
    const files = ['--headers', none, '--secret-file', none]
    assert.match((await run([...verifyWords, none, ...files])).err, /There is no file .*none\./)
  })

  test('is a body from a terminal, and a time that is none', async (t) => {
    const words = [...verifyWords, '--signature', 'a', '--timestamp', '1']
    const ran = await runSvc(words, { env: { SVC_WEBHOOK_SECRET: secret }, columns: 80 })
    assert.equal(ran.status, 2)
    assert.match(ran.err, /Name the file of the body/)
    const { status, err } = await run([...capture(t, delivered()), '--at', 'yesterday'])
    assert.equal(status, 2)
    assert.match(err, /instant such as 2026-11-21T09:00:00Z/)
  })

  test('has no option for the secret itself', async (t) => {
    const { status } = await run([...capture(t, delivered()), '--secret', secret])
    assert.equal(status, 2)
  })

  test('ends at once when it is interrupted while it reads stdin', async () => {
    const words = [...verifyWords, '--signature', 'a', '--timestamp', '1']
    const running = startSvc(words, { env: { SVC_WEBHOOK_SECRET: secret } })
    setImmediate(() => running.signal('SIGINT'))
    assert.equal((await running.ended).status, 130)
  })

  test('gets help that begins with examples and keeps to 80 columns', async () => {
    const { status, out } = await run([...verifyWords, '--help'])
    assert.equal(status, 0)
    assert.ok(
      out.indexOf('Examples:\n  $ ') > 0 && out.indexOf('Examples:') < out.indexOf('Usage:'),
    )
    assert.deepEqual(
      out.split('\n').filter((line) => line.length > 80),
      [],
    )
  })
})
