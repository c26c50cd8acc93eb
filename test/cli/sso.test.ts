// Slow: takes half a second of processor time and more. flow/directory/sign-in.test.ts signs in at a directory in the
// fast lane.

import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { startDirectory, type TestDirectory } from '../support/servers/directory-server.ts'
import { install } from './installation.ts'
import type { Ran } from './memory-shell.ts'

const redirectUri = 'http://127.0.0.1:8443/console/sign-in/directory'

interface Tried {
  readonly well: boolean
  readonly steps: readonly { step: string; verdict: string; text: string; advice?: string }[]
}

async function scene(t: TestContext, more: Partial<Parameters<typeof startDirectory>[0]> = {}) {
  const svc = await install(t)
  const directory = await startDirectory({
    redirectUris: [redirectUri],
    signOutUris: [],
    logoutUri: 'http://127.0.0.1/',
    ...more,
  })
  t.after(() => directory.close())
  return {
    svc,
    directory,
    run: (env: object) => svc.svc(['sso', 'test', '--json'], { env: envOf(directory, env) }),
  }
}

function envOf(directory: TestDirectory, more: object): Record<string, string> {
  return { ...directory.settings, SVC_PUBLIC_URL: 'http://127.0.0.1:8443', ...more }
}

function failedIn(ran: Ran): readonly string[] {
  const { steps } = JSON.parse(ran.out) as Tried
  return steps.filter(({ verdict }) => verdict === 'failed').map(({ step }) => step)
}

test('svc sso test tries every step without a user', async (t) => {
  const { run } = await scene(t)
  const good = await run({})
  assert.equal(good.status, 0, good.out + good.err)
  const { steps } = JSON.parse(good.out) as Tried
  assert.deepEqual(
    steps.filter(({ verdict }) => verdict !== 'good'),
    [],
  )
})

test('svc sso test names the fault and what to do', async (t) => {
  const { run, directory } = await scene(t)
  const secret = await run({ SVC_OIDC_CLIENT_SECRET: 'wrong' })
  assert.deepEqual([secret.status, failedIn(secret)], [3, ['client']])
  assert.match(secret.out, /SVC_OIDC_CLIENT_AUTHENTICATION/)
  assert.ok(!secret.out.includes('wrong'))
  const elsewhere = await run({ SVC_PUBLIC_URL: 'http://127.0.0.1:8444' })
  assert.deepEqual(failedIn(elsewhere), ['redirect URI'])
  const issuer = await run({ SVC_OIDC_ISSUER: `${directory.issuer}/tenant` })
  assert.deepEqual(failedIn(issuer), ['configuration'])
  directory.isDown = true
  assert.match((await run({})).out, /http_503/)
})

test('a private key proves the client instead of a secret', async (t) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { run, svc } = await scene(t, { clientKey: publicKey })
  const file = join(svc.folder, 'client.pem')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const key = { SVC_OIDC_CLIENT_KEY_FILE: file, SVC_OIDC_CLIENT_KEY_ID: 'svc-1' }
  const ran = await run({ ...key, SVC_OIDC_CLIENT_SECRET: '' })
  assert.equal(ran.status, 0, ran.out + ran.err)
})

test('svc sso show prints the redirect URI and who may use a password, and no secret', async (t) => {
  const { svc, directory } = await scene(t)
  const shown = await svc.svc(['sso', 'show'], { env: envOf(directory, {}) })
  assert.match(shown.out, new RegExp(redirectUri))
  assert.match(shown.out, /groups: auditor\s+svc-auditors, svc-audit/)
  assert.ok(!shown.out.includes('a-secret-of-the-test-client'))
  const none = await svc.svc(['sso', 'show'])
  assert.match(none.err, /No directory is set/)
  assert.equal((await svc.svc(['sso', 'test'])).status, 6)
})
