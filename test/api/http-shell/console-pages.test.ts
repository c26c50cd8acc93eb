// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { tempFolder } from '../../support/temp-folder.ts'
import { call } from './client.ts'
import { startShell } from './shell.ts'

const script = 'console.log("the console")'

async function startWithConsole(t: TestContext) {
  const folder = join(tempFolder(t), 'dist')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, '../secret.js'), 'not of the console')
  writeFileSync(join(folder, 'manifest.json'), '{}')
  writeFileSync(join(folder, 'index.html'), '<p nonce="__SVC_NONCE__"><i nonce="__SVC_NONCE__">')
  writeFileSync(join(folder, 'assets/main-x1.js'), script)
  writeFileSync(join(folder, 'assets/main-x1.js.gz'), gzipSync(script))
  writeFileSync(join(folder, 'assets/main-x1.js.br'), brotliCompressSync(script))
  const shell = await startShell([], { consoleFolder: folder })
  t.after(() => shell.close())
  return { ...shell, folder }
}

test('the root leads to the console', async (t) => {
  const { url } = await startWithConsole(t)
  const reply = await call(`${url}/`)
  assert.deepEqual([reply.status, reply.headers.location], [302, '/console'])
})

test('every address below /console that is no file is the page, with a nonce of its own', async (t) => {
  const { url } = await startWithConsole(t)
  const nonces = []
  for (const path of ['/console', '/console/', '/console/verifications/ver_x?status=declined']) {
    const { status, headers, text } = await call(`${url}${path}`)
    assert.equal(status, 200, path)
    assert.equal(headers['cache-control'], 'no-store')
    assert.match(String(headers['content-type']), /^text\/html/)
    const policy = String(headers['content-security-policy'])
    const [, nonce = ''] = /'nonce-([^']{24})'/.exec(policy) ?? []
    assert.equal(text, `<p nonce="${nonce}"><i nonce="${nonce}">`)
    nonces.push(nonce)
  }
  assert.equal(new Set(nonces).size, nonces.length)
})

test('the policy of the page lets in nothing from anywhere else', async (t) => {
  const { url } = await startWithConsole(t)
  const policy = String((await call(`${url}/console`)).headers['content-security-policy'])
  assert.equal(
    policy.replace(/'nonce-[^']+'/g, 'NONCE'),
    "default-src 'none'; script-src 'self' NONCE; style-src 'self' NONCE; img-src 'self' blob:; " +
      "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; " +
      "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default; " +
      'report-uri /console/api/csp-report',
  )
})

test('a file is kept by browsers for good, and compressed where they take it', async (t) => {
  const { url } = await startWithConsole(t)
  const file = `${url}/console/assets/main-x1.js`
  const plain = await call(file)
  assert.equal(plain.text, script)
  assert.match(String(plain.headers['cache-control']), /immutable/)
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(plain.headers.vary, 'Accept-Encoding')
  const head = await call(file, { method: 'HEAD' })
  assert.deepEqual([head.status, head.text], [200, ''])
})

test('of the encodings that a browser takes, it gets the smallest', async (t) => {
  const { url } = await startWithConsole(t)
  const file = `${url}/console/assets/main-x1.js`
  const packed = { gzip: gzipSync(script), br: brotliCompressSync(script) }
  for (const [taken, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
  ] as const) {
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await call(file, { method, headers: { 'accept-encoding': taken } })
      const { vary, 'content-encoding': found, 'content-length': length } = headers
      const expected = ['Accept-Encoding', encoding, String(packed[encoding].length)]
      assert.deepEqual([vary, found, length], expected, `${method} ${taken}`)
    }
  }
})

test('a file that a browser has is not sent again, by encoding', async (t) => {
  const { url } = await startWithConsole(t)
  const get = (headers: Record<string, string>) =>
    call(`${url}/console/assets/main-x1.js`, { headers })
  const tags = []
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { headers } = await get({ 'accept-encoding': encoding })
    const etag = String(headers.etag)
    tags.push(etag)
    const again = await get({ 'accept-encoding': encoding, 'if-none-match': etag })
    assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', etag])
    assert.equal(again.headers.vary, 'Accept-Encoding')
  }
  assert.equal(new Set(tags).size, 3)
  const other = await get({ 'accept-encoding': 'br', 'if-none-match': tags[1] ?? '' })
  assert.equal(other.status, 200)
})

test('no address leads to a file that is not part of the page', async (t) => {
  const { url } = await startWithConsole(t)
  for (const path of [
    '/console/assets/no.js',
    '/console/assets/../../secret.js',
    '/console/assets/..%2f..%2fsecret.js',
    '/console/assets/%2e%2e/%2e%2e/secret.js',
    '/console/assets/main-x1.js.gz',
    '/console/assets/',
    '/consoles',
  ]) {
    const { status, text } = await call(`${url}${path}`)
    assert.ok(status === 404 || text.startsWith('<p nonce='), path)
    assert.ok(!text.includes('not of the console'), path)
  }
})

test('the page is asked for, not posted to', async (t) => {
  const { url } = await startWithConsole(t)
  const reply = await call(`${url}/console`, { method: 'POST' })
  assert.deepEqual([reply.status, reply.headers.allow], [405, 'GET, HEAD'])
})

test('without a build, the page says how to make one, and the interface still answers', async (t) => {
  const { url, folder } = await startWithConsole(t)
  rmSync(folder, { recursive: true })
  const reply = await call(`${url}/console`)
  assert.equal(reply.status, 503)
  assert.match(reply.text, /node scripts\/prepare\.js/)
  assert.equal((await call(`${url}/healthz`)).status, 200)
})

test('of a report of a breach, only the directive is written down', async (t) => {
  const { url, logged } = await startWithConsole(t)
  const body = JSON.stringify({
    'csp-report': {
      'blocked-uri': 'https://x.example/?name=Diallo',
      'effective-directive': 'img-src',
    },
  })
  const headers = { 'content-type': 'application/csp-report' }
  const reply = await call(`${url}/console/api/csp-report`, { method: 'POST', body, headers })
  assert.equal(reply.status, 204)
  const line = logged.find(({ event }) => event === 'csp_violation')
  assert.equal(line?.reason, 'img-src')
  assert.ok(!JSON.stringify(logged).includes('Diallo'))
})
