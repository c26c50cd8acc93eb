import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { tellSystemd } from '../../../cli/serve/tell-systemd.ts'
import type { ReadinessCheck } from '../../../server/monitoring/readiness.ts'
import { captureLog } from '../../support/captured-log.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { until } from '../../support/turns.ts'

const program = fileURLToPath(new URL('../../support/servers/notify-socket.py', import.meta.url))

/** A datagram socket as systemd gives it to a service; Node has none of that kind. */
async function openSocket(t: TestContext) {
  const path = join(tempFolder(t), 'notify')
  const taker = spawn('python3', [program, path], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(taker, 'exit')
  t.after(async () => {
    taker.stdin.end()
    await ended
  })
  const lines = createInterface({ input: taker.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const line = await lines.next()
    return JSON.parse(line.value ?? '"ended"')
  }
  /** Leaves out the barriers, which systemd-notify sends after each message. */
  const message = async (): Promise<string> => {
    for (;;) {
      const text = await next()
      if (!text.startsWith('BARRIER=')) return text
    }
  }
  assert.equal(await next(), 'open')
  return { path, message }
}

function isMissing(): string | false {
  const missing = ['systemd-notify', 'python3'].find(
    (tool) => spawnSync(tool, ['--version']).status !== 0,
  )
  return missing === undefined ? false : `${missing} is not on this machine`
}

describe('a server under systemd', { skip: isMissing() }, () => {
  test('says that it is ready, that it works, and that it stops', async (t) => {
    const { path, message } = await openSocket(t)
    const clock = new ManualClock()
    const { log, of } = captureLog()
    const isScheduled = () => until(() => clock.pendingCount === 1)
    let checks: readonly ReadinessCheck[] = [{ name: 'database', ok: true }]
    const env = { ...process.env, NOTIFY_SOCKET: path, WATCHDOG_USEC: '60000000' }
    const told = await tellSystemd({ env, clock, log, readiness: { check: async () => checks } })
    assert.match(await message(), /^READY=1\nSTATUS=/)
    clock.advance(20_000)
    assert.equal(await message(), 'WATCHDOG=1')
    checks = [{ name: 'disk', ok: false, advice: 'Make room.' }]
    await isScheduled()
    clock.advance(20_000)
    assert.equal(await message(), 'WATCHDOG=1', 'another start makes no room')
    checks = [{ name: 'master_key', ok: false, advice: 'Its source has not given it yet.' }]
    await isScheduled()
    clock.advance(20_000)
    assert.equal(await message(), 'WATCHDOG=1', 'the server reads the source again by itself')
    checks = [{ name: 'database', ok: false, advice: 'No write.' }]
    await isScheduled()
    clock.advance(20_000)
    await until(() => of('watchdog_not_fed').length === 1)
    await told.stopping()
    assert.match(await message(), /^STOPPING=1\n/)
  })

  test('says nothing where no supervisor waits', async () => {
    const told = await tellSystemd({
      env: { PATH: '/nowhere' },
      clock: new ManualClock(),
      log: captureLog().log,
      readiness: { check: () => Promise.reject(new Error('is not asked')) },
    })
    await told.stopping()
  })
})
