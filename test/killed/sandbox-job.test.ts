// Long: kills a server and waits for the next. upload.test.ts kills one in npm test.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { environmentOf, startServer } from '../../scripts/bench/child-server.ts'
import { freePort } from '../../scripts/bench/free-port.ts'
import { person } from '../api/verifications/sandbox-client.ts'
import { call } from '../support/api-client.ts'
import { createKey, init, serveNext } from './installed.ts'

test('a verification of the sandbox that is pending when the server is killed ends once, after the next start', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-sandbox-job-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const env = environmentOf({ folder, port: await freePort() })
  await init(env)
  const key = await createKey(env, 'sandbox')
  const first = await startServer(env)
  const json = { ...person, sandbox_outcome: 'face_mismatch', sandbox_delay_seconds: 3 }
  const submitted = await call(`${first.url}/v1/kyc/sandbox/verify`, { key, json })
  assert.deepEqual([submitted.status, submitted.data.status], [202, 'pending'])
  await first.kill('SIGKILL')
  await serveNext(t, env)
  const url = `${first.url}/v1`
  const detail = async () =>
    (await call(`${url}/kyc/verifications/${submitted.data.id}`, { key })).data
  let seen = await detail()
  for (let look = 0; look < 1_000 && seen.status === 'pending'; look += 1) {
    await wait(100)
    seen = await detail()
  }
  const [reason] = seen.reasons as readonly Record<string, unknown>[]
  assert.deepEqual([seen.status, reason?.code], ['declined', 'face_mismatch'])
  const { items } = (await call(`${url}/usage?verification_id=${submitted.data.id}`, { key })).data
  assert.equal((items as readonly unknown[]).length, 1)
})
