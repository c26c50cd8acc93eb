// Slow: fills a disk. flow/operations/disk-full.test.ts fills one in the fast lane.
// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { drawCard, drawSelfie } from '../../support/images/images.ts'
import { liveForm, startForTest } from '../../support/running-appliance.ts'
import { mountSmallDisk } from '../../support/small-disk.ts'

const fields = { country: 'SN', id_type: 'national_id' }

async function open(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const app = await startForTest(t, { settings: { SVC_DISK_RESERVE: '0', ...settings } })
  const files = { front_image: await drawCard(), selfie_image: await drawSelfie() }
  const submit = () =>
    call(`${app.url}/kyc/verify`, { key: app.liveKey, body: liveForm(fields, files) })
  const lines = (event: string) =>
    app.logLines.map((line) => JSON.parse(line)).filter((line) => line.event === event)
  return { app, submit, lines }
}

type Answered = Awaited<ReturnType<typeof call>>

function assertUnavailable({ status, headers, error }: Answered, message: RegExp): void {
  assert.deepEqual([status, error.code], [503, 'unavailable'])
  assert.equal(headers.get('Retry-After'), '60')
  assert.match(String(error.message), message)
}

const troubles = {
  ENOSPC: ['full', /disk is full/],
  EROFS: ['not_writable', /cannot be written/],
} as const

for (const [code, [reason, message]] of Object.entries(troubles)) {
  test(`an image that cannot be written (${code}) is unavailable, with a time to come back`, async (t) => {
    const { app, submit, lines } = await open(t)
    const { openSink } = app.appliance.files
    const fail = async () => {
      throw Object.assign(new Error('refused'), { code, syscall: 'write' })
    }
    Object.assign(app.appliance.files, {
      openSink: (...args: Parameters<typeof openSink>) => ({ ...openSink(...args), write: fail }),
    })
    assertUnavailable(await submit(), message)
    const [line] = lines('request_not_stored')
    assert.deepEqual([line.reason, line.path], [reason, app.appliance.config.dataDir])
    assert.deepEqual(lines('request_failed'), [])
    Object.assign(app.appliance.files, { openSink })
    assert.equal((await submit()).status, 202)
  })
}

test('on a disk that is full, nothing is stored, 503 says so, and room mends it', async (t) => {
  const disk = mountSmallDisk(t, 24)
  if (disk === undefined) return
  const { app, submit, lines } = await open(t, { SVC_DATA_DIR: disk.folder })
  disk.leave(60_000)
  assertUnavailable(await submit(), /disk is full/)
  assert.equal(lines('request_not_stored')[0].reason, 'full')
  disk.leave(Number.MAX_SAFE_INTEGER)
  const { status, data } = await submit()
  assert.equal(status, 202)
  assert.equal((await app.finish(String(data.id))).status === 'pending', false)
})

test('on a disk that was mounted read-only under the server, 503 says so too', async (t) => {
  const disk = mountSmallDisk(t, 24)
  if (disk === undefined) return
  const { submit, lines } = await open(t, { SVC_DATA_DIR: disk.folder })
  // While the database holds its files open for writing, the kernel lets nobody remount, so that the folder
  // of the images alone is taken away. The disk is let go with all that is mounted on it.
  const staging = join(disk.folder, 'staging')
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', staging])
  assertUnavailable(await submit(), /cannot be written/)
  assert.equal(lines('request_not_stored')[0].reason, 'not_writable')
})
