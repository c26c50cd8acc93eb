// Slow: ships thousands of lines. No fast test ships any: copy-audit-by-network.test.ts sends entries to such targets,
// and cli/status.test.ts reads which lines are not shipped.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import { openLogFile } from '../../../cli/serve/log-file.ts'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { openEgress } from '../../../server/egress/guard-service.ts'
import { openLog } from '../../../server/kernel/log.ts'
import {
  openLogShipping,
  readUnshippedLog,
} from '../../../server/operations/second-systems/log-shipping.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { settle, startCollector } from '../../support/servers/syslog-collector.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { type CertifiedKey, certifyServer, makeAuthority } from '../../support/tls.ts'

let authority: CertifiedKey
let identity: CertifiedKey

before(async () => {
  authority = await makeAuthority()
  identity = await certifyServer(authority)
})

const dayMs = 24 * 60 * 60 * 1000
const secret = 'a-secret-of-the-second-system-0123456789'

interface SceneOptions {
  readonly syslog?: string
  readonly webhook?: string
  readonly bytesMax?: number
  readonly filesMax?: number
}

/** A program whose log goes to a file that is rotated, and the shipping of that file. */
function openScene(t: TestContext, options: SceneOptions) {
  const { syslog, webhook, bytesMax = 1_000_000, filesMax = 3 } = options
  const folder = tempFolder(t)
  const path = join(folder, 'svc.log')
  const caFile = join(folder, 'authority.pem')
  writeFileSync(caFile, authority.cert)
  const clock = new ManualClock()
  const file = { path, bytesMax, filesMax }
  const log = openLog(openLogFile(file, (count) => `${count}\n`).write, { clock })
  const targetOf = (url: string | undefined) => (url === undefined ? undefined : { url, caFile })
  const ship = { syslog: targetOf(syslog), webhook: targetOf(webhook) }
  const config = { log: { level: 'info' as const, file, ship } }
  let kill = () => {}
  const open = () => {
    let isAlive = true
    kill = () => {
      isAlive = false
    }
    return openLogShipping({
      clock: {
        now: () => clock.now(),
        steadyMs: () => clock.steadyMs(),
        after: (delayMs, work) => clock.after(delayMs, () => isAlive && work()),
      },
      log,
      config,
      secrets: { logWebhookSecret: secret },
      egress: openEgress(clock, new Set()),
    })
  }
  let shipping = open()
  shipping.start()
  t.after(() => settle(clock, shipping.stop(0)))
  return {
    path,
    clock,
    log,
    config,
    /** Writes so many lines, each later than the one before. */
    add(count: number) {
      for (let index = 0; index < count; index += 1) {
        clock.advance(1)
        log.info('request', { count: index, route: '/kyc/verifications/:id' })
      }
    },
    async look(ms = 15_000) {
      await settle(clock, shipping.idle())
      clock.advance(ms)
      await settle(clock, shipping.idle())
    },
    /** Starts anew, as after `kill -9`: the one before does nothing more. */
    restart() {
      kill()
      shipping = open()
      shipping.start()
    },
    stop: () => settle(clock, shipping.stop(10_000)),
  }
}

/** Returns the JSON texts of the messages. */
function linesIn(messages: readonly string[]): readonly string[] {
  return messages.map((message) => message.slice(message.indexOf('{')))
}

function linesOf(...files: readonly string[]): readonly string[] {
  return files.flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n'))
}

test('every line reaches the collector once and in order, with its level, time and event', async (t) => {
  const collector = await startCollector(t, identity)
  const scene = openScene(t, { syslog: collector.url })
  scene.add(5_000)
  scene.log.warn('disk_below_reserve')
  scene.log.error('job_failed', {}, new Error('planted'))
  await scene.look()
  assert.deepEqual(linesIn(collector.messages), linesOf(scene.path))
  const heads = collector.messages.map((message) => message.slice(0, message.indexOf(' svc ')))
  const at = String(heads[0]).split(' ')[1]
  assert.match(String(heads[0]), /^<134>1 2026-11-21T09:00:00\.001Z \S+$/)
  assert.ok(String(collector.messages[0]).includes(` ${process.pid} request - {`), at)
  assert.match(String(collector.messages.at(-2)), /^<132>1 .* disk_below_reserve - \{/)
  assert.match(String(collector.messages.at(-1)), /^<131>1 .* job_failed - \{/)
  const count = collector.messages.length
  await scene.look()
  assert.equal(collector.messages.length, count, 'shipping writes nothing to ship')
  assert.deepEqual(readUnshippedLog(scene.config), [
    { target: 'syslog', bytes: 0, oldestAt: undefined },
  ])
})

test('a collector that is down for a day gets all of it from the rotated files, also after a kill', async (t) => {
  const collector = await startCollector(t, identity)
  const scene = openScene(t, { syslog: collector.url, bytesMax: 20_000, filesMax: 10 })
  scene.add(3)
  await scene.look()
  collector.breaks = true
  for (let hour = 0; hour < 24; hour += 1) {
    scene.add(50)
    await scene.look(dayMs / 24)
    if (hour === 7 || hour === 15) scene.restart()
  }
  const [unshipped] = readUnshippedLog(scene.config)
  assert.ok(unshipped !== undefined && unshipped.bytes > 100_000)
  collector.breaks = false
  await scene.look()
  await scene.look()
  const files = [8, 7, 6, 5, 4, 3, 2, 1].map((number) => `${scene.path}.${number}`)
  const there = files.filter((file) => readSize(file) > 0)
  assert.ok(there.length > 3, 'it was rotated meanwhile')
  const seen = linesIn(collector.messages)
  assert.deepEqual([...new Set(seen)], linesOf(...there, scene.path))
  assert.ok(seen.filter((line) => line.includes('log_ship_failed')).length <= 4, 'one an outage')
  assert.equal(seen.filter((line) => line.includes('log_ship_recovered')).length, 1)
  assert.ok(!seen.some((line) => line.includes('log_lines_missing')))
})

test('a file that is rotated away before it is shipped is said to be missing, with its size', async (t) => {
  const collector = await startCollector(t, identity)
  const scene = openScene(t, { syslog: collector.url, bytesMax: 5_000, filesMax: 3 })
  scene.add(10)
  await scene.look()
  const shipped = readFileSync(scene.path).length
  collector.breaks = true
  let written = 0
  for (let round = 0; round < 12; round += 1) {
    scene.add(15)
    await scene.look()
    scene.restart()
  }
  collector.breaks = false
  await scene.look()
  await scene.look()
  const seen = linesIn(collector.messages)
  const missing = seen.filter((line) => line.includes('log_lines_missing'))
  written = missing.reduce((sum, line) => sum + Number(JSON.parse(line).bytes), 0)
  const numbers = [...new Set(seen)].reduce((sum, line) => sum + line.length + 1, 0)
  assert.ok(missing.length > 0 && written > 5_000, `${written} bytes are said to be missing`)
  assert.ok(numbers > shipped)
  const last = linesOf(`${scene.path}.1`, scene.path)
  assert.deepEqual([...new Set(seen)].slice(-last.length), last, 'the rest goes on')
})

test('half a line waits for its end; if none comes it is shipped as a torn line', async (t) => {
  const collector = await startCollector(t, identity)
  const scene = openScene(t, { syslog: collector.url })
  scene.add(1)
  appendFileSync(scene.path, '{"level":"info","ti')
  await scene.look()
  assert.equal(collector.messages.length, 1)
  appendFileSync(scene.path, '\n')
  scene.add(1)
  await scene.look()
  const [, torn, whole] = linesIn(collector.messages).map((line) => JSON.parse(line))
  assert.deepEqual([torn.event, torn.line], ['log_line_torn', '{"level":"info","ti'])
  assert.equal(whole.event, 'request')
  appendFileSync(scene.path, '{"level":"war')
  renameSync(scene.path, `${scene.path}.1`)
  scene.add(1)
  await scene.look()
  const rest = linesIn(collector.messages.slice(3)).map((line) => JSON.parse(line))
  assert.deepEqual(
    rest.map(({ event }) => event),
    ['log_line_torn', 'request'],
  )
})

test('a cursor that is lost ships everything again, and leaves nothing out', async (t) => {
  const collector = await startCollector(t, identity)
  const scene = openScene(t, { syslog: collector.url })
  scene.add(4)
  await scene.look()
  await scene.stop()
  rmSync(`${scene.path}.shipped-syslog`)
  scene.restart()
  await scene.look()
  assert.equal(collector.messages.length, 8)
})

test('a URL gets the lines as signed JSON lines, again until it answers with 2xx', async (t) => {
  const texts: string[] = []
  let status = 503
  const server = createHttpsServer(
    { key: identity.key, cert: identity.cert },
    (request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const { 'svc-timestamp': at, 'svc-signature': given } = request.headers
        const digest = createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')
        assert.equal(given, digest)
        if (status === 204) texts.push(text)
        response.writeHead(status).end()
      })
    },
  )
  const port = await listenLocally(server)
  t.after(() => server.close())
  const webhook = `https://127.0.0.1:${port}/log`
  const scene = openScene(t, { webhook })
  scene.add(20)
  await scene.look()
  const [unshipped] = readUnshippedLog(scene.config)
  assert.equal(unshipped?.bytes, readFileSync(scene.path).length)
  assert.equal(unshipped?.oldestAt, Date.UTC(2026, 10, 21, 9, 0, 0, 1))
  status = 204
  await scene.look()
  await scene.look()
  assert.deepEqual(texts.join('').trimEnd().split('\n'), linesOf(scene.path))
})

function readSize(file: string): number {
  try {
    return readFileSync(file).length
  } catch {
    return 0
  }
}
