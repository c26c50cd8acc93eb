// Long: kills a server twice while it copies a long audit log, and while it ships a long log.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { environmentOf, startServer } from '../../scripts/bench/child-server.ts'
import { freePort } from '../../scripts/bench/free-port.ts'
import { openAppliance } from '../../server/appliance.ts'
import { findHead } from '../../server/audit/audit-head-view.ts'
import { loadConfig } from '../../server/config.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { addEntries, assertWholeChain, entriesIn } from '../support/audit-copy.ts'
import { startCollector } from '../support/servers/syslog-collector.ts'
import { certifyServer, makeAuthority } from '../support/tls.ts'
import { until } from '../support/turns.ts'
import { init } from './installed.ts'

const backlog = 12_000

/** How much of the copy is let come before each kill. */
const growths = [1, 400_000]

test('killed in the middle of copying the audit log, the server leaves no entry out of the copy', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-audit-copy-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'copy.jsonl')
  const env = environmentOf({ folder, port: await freePort() })
  await init(env)
  const open = () => openAppliance(loadConfig({ profile: 'appliance', env }), { log: silentLog })
  const filled = await open()
  await addEntries(filled, backlog)
  await filled.close()
  const copying = { ...env, SVC_AUDIT_COPY_FILE: file }
  const seen: number[] = []
  for (const growth of growths) {
    const enough = sizeOf(file) + growth
    const server = await startServer(copying)
    await until(() => sizeOf(file) >= enough)
    await server.kill('SIGKILL')
    seen.push(entriesIn(readFileSync(file, 'utf8')).length)
  }
  assert.ok(
    seen.every((count) => count > 0 && count < backlog),
    `killed in the middle: ${seen}`,
  )
  t.diagnostic(`copied at each kill: ${seen}`)
  const last = await startServer(copying)
  assert.equal(await last.kill('SIGTERM'), 0)
  const after = await open()
  t.after(() => after.close())
  const entries = entriesIn(readFileSync(file, 'utf8'))
  assert.equal(entries.length, (await findHead(after.db.reader)).sequence)
  assertWholeChain(entries, after.keyring)
})

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

const backlogLines = 40_000

test('killed in the middle of shipping its log, the server leaves no line out', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-log-shipping-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const authority = await makeAuthority()
  const caFile = join(folder, 'authority.pem')
  writeFileSync(caFile, authority.cert)
  const collector = await startCollector(t, await certifyServer(authority))
  const file = join(folder, 'svc.log')
  const line = (number: number) =>
    `{"level":"info","time":"2026-11-21T09:00:00.000Z","count":${number},"event":"request"}\n`
  const backlog = Array.from({ length: backlogLines }, (_, number) => line(number))
  writeFileSync(file, backlog.join(''))
  const env = {
    ...environmentOf({ folder, port: await freePort() }),
    SVC_LOG_FILE: file,
    SVC_LOG_SYSLOG: collector.url,
    SVC_LOG_SYSLOG_CA_FILE: caFile,
  }
  await init(env)
  const seen: number[] = []
  for (const enough of [1, 12_000]) {
    const server = await startServer(env)
    await until(() => collector.messages.length >= enough)
    await server.kill('SIGKILL')
    seen.push(collector.messages.length)
  }
  assert.ok(
    seen.every((count) => count > 0 && count < backlogLines),
    `killed in the middle: ${seen}`,
  )
  const last = await startServer(env)
  assert.equal(await last.kill('SIGTERM'), 0)
  const got = new Set(collector.messages.map((message) => message.slice(message.indexOf('{'))))
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  // The last line, `stopped`, is written after the last shipping.
  const missing = lines.filter((one) => !got.has(one))
  assert.deepEqual(
    missing.map((one) => JSON.parse(one).event),
    ['stopped'],
  )
  assert.ok(statSync(`${file}.shipped-syslog`).size > 0)
})
