// Long: rotates both keys under load and kills the server.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { environmentOf, startServer } from '../../scripts/bench/child-server.ts'
import { freePort } from '../../scripts/bench/free-port.ts'
import { person } from '../api/verifications/sandbox-client.ts'
import { runSvc } from '../cli/memory-shell.ts'
import { call } from '../support/api-client.ts'
import { createKey, init } from './installed.ts'

type Rotations = readonly { purpose: string; state: string; rows_changed: number }[]

test('both rotations under load fail no request, and go on after the server was killed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-rotation-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const env = environmentOf({ folder, port: await freePort() })
  const svc = async (...args: readonly string[]) => {
    const ran = await runSvc([...args, '--json'], { env, wait: (delayMs) => wait(delayMs) })
    assert.equal(ran.status, 0, ran.err || ran.out)
    return JSON.parse(ran.out)
  }
  await init(env)
  const key = await createKey(env, 'sandbox')
  const first = await startServer(env)
  const statuses: number[] = []
  let isOver = false
  const client = async () => {
    while (!isOver) {
      const { status } = await call(`${first.url}/v1/kyc/sandbox/verify`, { key, json: person })
      statuses.push(status)
    }
  }
  const load = Promise.all([client(), client()])
  const changed = await svc('crypto', 'rotate-master', '--yes')
  assert.equal(changed.server, 'uses_it')
  await svc('crypto', 'rotate-data', '--purpose', 'wrapping', '--yes')
  const wrapping = async (): Promise<Rotations[number] | undefined> =>
    ((await svc('crypto', 'status')).rotations as Rotations).find(
      (one) => one.purpose === 'wrapping',
    )
  const until = async (isReached: (one: Rotations[number] | undefined) => boolean) => {
    for (let look = 0; look < 1_000; look += 1) {
      const one = await wrapping()
      if (isReached(one)) return
      await wait(50)
    }
    assert.fail('the rotation does not move')
  }
  await until((one) => one !== undefined && one.rows_changed > 0)
  isOver = true
  await load
  assert.ok(statuses.length > 20)
  assert.deepEqual([...new Set(statuses)], [200])
  await first.kill('SIGKILL')

  const second = await startServer(env)
  t.after(() => second.kill('SIGTERM'))
  await until((one) => one?.state === 'old_key_kept')
  const again = await call(`${second.url}/v1/kyc/sandbox/verify`, { key, json: person })
  assert.equal(again.status, 200)
  const verdict = await svc('crypto', 'verify', '--all')
  assert.ok(verdict.well && verdict.checked.data_keys > statuses.length)
})
