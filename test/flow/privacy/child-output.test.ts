// Slow: starts a server. The test of svc serve starts one in the fast lane.
// SQLite only: the server is given the data folder.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { freePort } from '../../../scripts/bench/free-port.ts'
import { openAppliance } from '../../../server/appliance.ts'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { loadConfig } from '../../../server/config.ts'
import { createMasterKey } from '../../../server/crypto/master-key.ts'
import { startSmileIdSimulator } from '../../../server/demo/smile-id-simulator/simulator.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { createKey } from '../../../server/keys/create-key.ts'
import { scopesDefault } from '../../../server/keys/key.ts'
import { launchSvc } from '../../cli/program/launched-svc.ts'
import { call } from '../../support/api-client.ts'
import { drawSelfie } from '../../support/images/images.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { filesBelow, findTraces } from './find-traces.ts'
import { badRequests, reference, secrets, submitLive } from './planted-person.ts'

/** A zone that is found at the first look; on a card without one it would be looked for in every direction. */
const card = new URL('../../unit/mrz/card.jpg', import.meta.url)
const onCard = ['BENNANI', 'YOUSSEF', 'BK73812646']

const credentials = { partnerId: '085', apiKey: 'the-key-of-a-partner-in-earnest' }

test('a server in its own process writes no personal data and no key to either stream', async (t) => {
  const { settings, folder, key } = await prepare(t)
  const server = launchSvc(t, ['serve'], settings)
  await server.printed(/"event":"started"/)
  const url = `http://127.0.0.1:${settings.SVC_PORT}/v1`
  const images = { front_image: readFileSync(card), selfie_image: await drawSelfie() }
  const submitted = await submitLive(url, key, images)
  assert.equal(submitted.status, 202, submitted.text)
  for (const [path, asked] of badRequests(images)) await call(`${url}${path}`, { key, ...asked })
  await server.printed(/"outcome":"done"/)
  const { data } = await call(`${url}/kyc/verifications/${submitted.data.id}`, { key })
  assert.equal(data.status, 'declined')
  server.kill('SIGTERM')
  const { status, out, err } = await server.ended
  assert.equal(status, 0)

  const streams = [
    { name: 'stdout', bytes: Buffer.from(out) },
    { name: 'stderr', bytes: Buffer.from(err) },
  ]
  const secretOfKey = key.slice('svc_live_'.length)
  const all = [...secrets, ...onCard, secretOfKey, credentials.apiKey]
  assert.ok(findTraces(streams, ['/kyc/verify']).length > 0)
  assert.deepEqual(findTraces(streams, [...all, reference]), [])
  assert.ok(findTraces(filesBelow(folder), [reference]).length > 0)
  assert.deepEqual(findTraces(filesBelow(folder), all), [])
})

/** A folder with a master key and an API key, a provider beside it, and settings for a real server. */
async function prepare(t: TestContext) {
  const folder = tempFolder(t)
  const provider = await startSmileIdSimulator({
    clock: systemClock,
    credentials,
    resultDelayMs: 10,
  })
  t.after(() => provider.close())
  const settings = {
    SVC_PORT: String(await freePort()),
    SVC_DATA_DIR: join(folder, 'appliance'),
    SVC_MASTER_KEY_FILE: join(folder, 'master.key'),
    SVC_SMILE_BASE_URL: provider.baseUrl,
    SVC_SMILE_PARTNER_ID: credentials.partnerId,
    SVC_SMILE_API_KEY: credentials.apiKey,
  }
  createMasterKey(settings.SVC_MASTER_KEY_FILE)
  const loaded = loadConfig({ profile: 'appliance', env: settings })
  const appliance = await openAppliance(loaded, { log: silentLog })
  const { text } = await createKey(appliance, fromCommandLine, {
    name: 'Core banking',
    environment: 'live',
    scopes: scopesDefault,
    allowedCidrs: [],
    expiresAt: undefined,
  })
  await appliance.close()
  return { folder, settings, key: text }
}
