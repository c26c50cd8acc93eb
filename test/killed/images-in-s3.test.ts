// Long: starts a server three times.

// The store has the images of a submission, and the process that sent them is dead before it could commit.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { environmentOf, startServer } from '../../scripts/bench/child-server.ts'
import { freePort } from '../../scripts/bench/free-port.ts'
import { specimenForm } from '../../scripts/bench/specimen-form.ts'
import { startSmileIdSimulator } from '../../server/demo/smile-id-simulator/simulator.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { call } from '../support/api-client.ts'
import { imageSettingsOf } from '../support/images/images-in-s3.ts'
import { openVersionedBucket } from '../support/servers/versioned-bucket.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { until } from '../support/turns.ts'
import { createKey, init } from './installed.ts'

const credentials = { partnerId: '042', apiKey: 'a-key-of-the-test-partner' }
const marker = 'images/.svc-images'

test('images that kill -9 left in the bucket without a row are swept, and those with one stay', async (t) => {
  const simulator = await startSmileIdSimulator({ clock: systemClock, credentials })
  t.after(() => simulator.close())
  const place = await openVersionedBucket(t)
  const smile = { ...credentials, baseUrl: simulator.baseUrl }
  const folder = tempFolder(t)
  const env = {
    ...environmentOf({ folder, port: await freePort(), smile }),
    ...imageSettingsOf(place, 'images'),
  }
  await init(env)
  const key = await createKey(env, 'live')
  const start = async () => {
    const server = await startServer(env)
    t.after(() => server.kill('SIGKILL'))
    return server
  }
  const images = () => [...place.versions().keys()].filter((name) => name !== marker)

  const first = await start()
  const submit = (url: string) => call(`${url}/v1/kyc/verify`, { key, body: specimenForm({}) })
  const expected = new Set<string>()
  const { promise: killed, resolve } = Promise.withResolvers<void>()
  place.onStored = async (name) => {
    if (name === marker) return
    expected.add(name)
    if (expected.size < 2) return
    await first.kill('SIGKILL')
    resolve()
  }
  await assert.rejects(submit(first.url), 'nothing was acknowledged')
  await killed
  place.onStored = async () => {}
  assert.deepEqual(images().toSorted(), [...expected].toSorted())

  const second = await start()
  await until(() => images().length === 0)
  assert.equal((await submit(second.url)).status, 202)
  assert.equal(images().length, 2)
  await second.kill('SIGKILL')
  // Gone once the sweep of the next start has been through.
  const orphan = 'images/2020-01-01/img_0'
  await fetch(`${place.endpoint}/${place.bucket}/${orphan}`, { method: 'PUT', body: 'sealed' })
  await start()
  await until(() => !images().includes(orphan))
  assert.equal(images().length, 2)
})
