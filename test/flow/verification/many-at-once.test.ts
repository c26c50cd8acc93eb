// Many verifications at once: those whose documents wait to be read do not hold up those that are nearly done, and none
// that waits for the provider holds up the sandbox.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MrzReader } from '../../../server/mrz/mrz-reading.ts'
import { call } from '../../support/api-client.ts'
import { specimen } from '../../support/images/specimens.ts'
import { gate } from '../../support/jobs.ts'
import { liveForm, type RunningAppliance, startForTest } from '../../support/running-appliance.ts'
import { until } from '../../support/turns.ts'

const files = {
  front_image: specimen('senegal-id-front.jpg'),
  selfie_image: specimen('selfie.jpg'),
}

async function submit({ url, liveKey: key }: RunningAppliance): Promise<string> {
  const body = liveForm({ country: 'SN', id_type: 'national_id' }, files)
  const { status, data } = await call(`${url}/kyc/verify`, { key, body })
  assert.equal(status, 202)
  return String(data.id)
}

test('a verification completes while the documents of many others wait to be read', async (t) => {
  const { open, opened } = gate()
  let pictures = 0
  const mrzReader: MrzReader = {
    async read() {
      pictures += 1
      if (pictures > 1) await opened
      return { verdict: 'no_zone' }
    },
    state: () => ({ isReady: true }),
    close() {},
  }
  const settings = { SVC_DOCUMENT_READING: 'warn', SVC_PREFLIGHT: 'off' }
  const app = await startForTest(t, { mrzReader, settings })
  try {
    const first = await submit(app)
    await app.server.jobs.idle()
    const others: string[] = []
    for (let one = 0; one < 12; one += 1) others.push(await submit(app))
    await until(() => pictures > 3)
    app.clock.advance(2_000)
    app.server.jobs.wake()
    const isDone = (line: string) => line.includes(first) && line.includes('"outcome":"done"')
    await until(() => app.logLines.some(isDone))
    open()
    for (const id of others) assert.equal((await app.finish(id)).status, 'approved')
  } finally {
    open()
  }
})

test('a sandbox verification completes while all live ones wait for a provider that hangs', async (t) => {
  const { open, opened } = gate()
  let sent = 0
  const app = await startForTest(t, {
    settings: { SVC_PREFLIGHT: 'off' },
    wrapProvider: (provider) => ({
      ...provider,
      async submit(submission, signal) {
        sent += 1
        await opened
        return provider.submit(submission, signal)
      },
    }),
  })
  try {
    const live: string[] = []
    for (let one = 0; one < 10; one += 1) live.push(await submit(app))
    await until(() => sent === 8)
    const body = liveForm(
      { country: 'SN', id_type: 'national_id', sandbox_delay_seconds: '1' },
      files,
    )
    const { data } = await call(`${app.url}/kyc/verify`, { key: app.sandboxKey, body })
    const id = String(data.id)
    assert.equal(data.status, 'pending')
    app.clock.advance(1_000)
    app.server.jobs.wake()
    const isDone = (line: string) => line.includes(id) && line.includes('"outcome":"done"')
    await until(() => app.logLines.some(isDone))
    open()
    for (const one of live) assert.equal((await app.finish(one)).status, 'approved')
  } finally {
    open()
  }
})
