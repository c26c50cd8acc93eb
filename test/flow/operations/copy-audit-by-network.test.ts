import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import { freePort } from '../../../scripts/bench/free-port.ts'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { findHead } from '../../../server/audit/audit-head-view.ts'
import { ConnectFailure } from '../../../server/egress/guarded-connect.ts'
import { describeCopyFailure } from '../../../server/operations/second-systems/copy-failure.ts'
import { pollEveryMs } from '../../../server/operations/second-systems/copy-loop.ts'
import { addEntries, assertWholeChain, entriesIn } from '../../support/audit-copy.ts'
import { notAgain } from '../../support/postgres.ts'
import { startForTest } from '../../support/running-appliance.ts'
import { settle, startCollector } from '../../support/servers/syslog-collector.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { type CertifiedKey, certifyServer, makeAuthority } from '../../support/tls.ts'

let authority: CertifiedKey
let identity: CertifiedKey

before(async () => {
  authority = await makeAuthority()
  identity = await certifyServer(authority)
})

const retryMs = 15_000

async function copying(t: TestContext, settings: Record<string, string>) {
  const running = await startForTest(t, { settings })
  const { appliance, server, clock } = running
  return {
    ...running,
    head: async () => (await findHead(appliance.db.reader)).sequence,
    add: (count: number) => addEntries(appliance, count),
    /** Lets the copiers work, whose connections take real time; their pauses are of the test's clock. */
    async look(ms = pollEveryMs) {
      await settle(clock, server.auditCopies.idle())
      clock.advance(ms)
      await settle(clock, server.auditCopies.idle())
    },
  }
}

function authorityFile(t: TestContext): string {
  const file = join(tempFolder(t), 'authority.pem')
  writeFileSync(file, authority.cert)
  return file
}

test(
  'every entry reaches a syslog collector as an RFC 5424 message, whole and in order',
  notAgain,
  async (t) => {
    const collector = await startCollector(t, identity)
    const scene = await copying(t, {
      SVC_AUDIT_SYSLOG: collector.url,
      SVC_AUDIT_SYSLOG_CA_FILE: authorityFile(t),
    })
    await scene.add(600)
    await scene.look()
    const form = /^<109>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ svc \d+ audit - (\{.*\})$/s
    const entries = collector.messages.map((message) => form.exec(message)?.[1] ?? '')
    const seen = entriesIn(entries.join('\n'))
    assert.equal(seen.length, await scene.head())
    assertWholeChain(seen, scene.appliance.keyring)
  },
)

test(
  'a collector that breaks a connection gets its entries again; none is left out',
  notAgain,
  async (t) => {
    const collector = await startCollector(t, identity)
    const scene = await copying(t, {
      SVC_AUDIT_SYSLOG: collector.url,
      SVC_AUDIT_SYSLOG_CA_FILE: authorityFile(t),
    })
    await scene.look()
    assert.ok(collector.messages.length > 0)
    collector.breaks = true
    await scene.add(10)
    await scene.look(retryMs)
    await scene.look(retryMs)
    assert.ok(
      scene.logLines.some(
        (line) => line.includes('"audit_copy_failed"') && line.includes('"syslog"'),
      ),
    )
    collector.breaks = false
    await scene.look(retryMs)
    const entries = collector.messages.map((message) => message.slice(message.indexOf('{')))
    const seen = entriesIn(entries.join('\n'))
    assert.equal(seen.length, await scene.head())
    assertWholeChain(seen, scene.appliance.keyring)
  },
)

test('a collector whose certificate nobody vouches for gets nothing', notAgain, async (t) => {
  const collector = await startCollector(t, identity)
  const scene = await copying(t, { SVC_AUDIT_SYSLOG: collector.url })
  await scene.add(1)
  await scene.look()
  assert.deepEqual(collector.messages, [])
  assert.ok(scene.logLines.some((line) => line.includes('"audit_copy_failed"')))
})

/** The first line about a failed copy, with what it says of the cause. */
function failureIn(scene: { readonly logLines: readonly string[] }) {
  const line = scene.logLines.find((one) => one.includes('"audit_copy_failed"')) ?? '{}'
  const { target, host, port, reason, code, status, stack } = JSON.parse(line)
  return { target, host, port, reason, code, status, stack }
}

const unsaid = { code: undefined, status: undefined, stack: undefined }

test(
  'the log names the target and the cause: refused, not vouched for, no answer, a status',
  notAgain,
  async (t) => {
    const port = await freePort()
    const closed = await copying(t, { SVC_AUDIT_SYSLOG: `tls://127.0.0.1:${port}` })
    await closed.add(1)
    await closed.look()
    const to = { target: 'syslog', host: '127.0.0.1' }
    const refused = { reason: 'connection_failed', code: 'ECONNREFUSED' }
    assert.deepEqual(failureIn(closed), { ...unsaid, ...to, port, ...refused })

    const collector = await startCollector(t, identity)
    const strange = await copying(t, { SVC_AUDIT_SYSLOG: collector.url })
    await strange.add(1)
    await strange.look()
    const told = failureIn(strange)
    assert.equal(told.reason, 'tls_failed')
    assert.match(told.code ?? '', /^(?:SELF_SIGNED|UNABLE_TO|DEPTH_ZERO)/)
    assert.equal(told.stack, undefined)

    const server = createHttpsServer(
      { key: identity.key, cert: identity.cert },
      (_request, response) => response.writeHead(503).end(),
    )
    const webhookPort = await listenLocally(server)
    t.after(() => server.close())
    const unwilling = await copying(t, {
      SVC_AUDIT_WEBHOOK_URL: `https://127.0.0.1:${webhookPort}/audit`,
      SVC_AUDIT_WEBHOOK_CA_FILE: authorityFile(t),
      SVC_AUDIT_WEBHOOK_SECRET: 'a-secret-of-the-second-system-0123456789',
    })
    await unwilling.add(1)
    await unwilling.look()
    const answer = { target: 'webhook', host: '127.0.0.1', port: webhookPort }
    assert.deepEqual(failureIn(unwilling), { ...unsaid, ...answer, reason: 'refused', status: 503 })
  },
)

test('a time-out is a cause, and an error that nobody expected keeps its stack', () => {
  const timeOut = describeCopyFailure(new DOMException('late', 'TimeoutError'))
  assert.deepEqual(timeOut, { fields: { reason: 'timeout' }, bug: undefined })
  assert.equal(describeCopyFailure(new ConnectFailure('timeout')).fields.reason, 'timeout')
  const bug = new TypeError('not a function')
  assert.deepEqual(describeCopyFailure(bug), { fields: {}, bug })
})

test('a URL gets the entries as signed JSON lines, again if it does not answer with 2xx, and each target has its own place', async (t) => {
  const secret = 'a-secret-of-the-second-system-0123456789'
  const posts: { readonly text: string; readonly isSigned: boolean; readonly type: unknown }[] = []
  let status = 503
  const server = createHttpsServer(
    { key: identity.key, cert: identity.cert },
    (request, response) => {
      let text = ''
      request.on('data', (part: Buffer) => {
        text += part.toString()
      })
      request.on('end', () => {
        const {
          'svc-timestamp': at,
          'svc-signature': given,
          'content-type': type,
        } = request.headers
        const digest = createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')
        if (status === 204) posts.push({ text, isSigned: given === digest, type })
        response.writeHead(status).end()
      })
    },
  )
  const webhookPort = await listenLocally(server)
  t.after(() => server.close())
  const collector = await startCollector(t, identity)
  const ca = authorityFile(t)
  const scene = await copying(t, {
    SVC_AUDIT_WEBHOOK_URL: `https://127.0.0.1:${webhookPort}/audit`,
    SVC_AUDIT_WEBHOOK_CA_FILE: ca,
    SVC_AUDIT_WEBHOOK_SECRET: secret,
    SVC_AUDIT_SYSLOG: collector.url,
    SVC_AUDIT_SYSLOG_CA_FILE: ca,
    SVC_AUDIT_LAG_STOP: '10m',
  })
  await scene.add(3)
  await scene.look()
  const head = await scene.head()
  assert.equal(collector.messages.length, head, 'the other target is not held up')
  assert.equal(posts.length, 0)
  await scene.look(11 * 60_000)
  assert.equal(scene.appliance.auditGuard.refusal()?.code, 'unavailable', 'the worse copy counts')
  status = 204
  await scene.look(retryMs)
  await scene.look(retryMs)
  const seen = entriesIn(posts.map(({ text }) => text).join(''))
  assert.equal(seen.length, await scene.head())
  assert.ok(posts.every(({ isSigned, type }) => isSigned && type === 'application/x-ndjson'))
  assert.equal(scene.appliance.auditGuard.refusal(), undefined)
  assert.ok(!scene.logLines.some((line) => line.includes(secret)))
})
