// Not again on PostgreSQL: test/store and flow/on-postgres.test.ts send its statements there.
//
// The disk fills while a server works: what was acknowledged stays, reads go on, and room mends everything.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifyAudit } from '../../../server/operations/audit-check/verify-audit.ts'
import { person, verifyInSandbox } from '../../api/verifications/sandbox-client.ts'
import { call } from '../../support/api-client.ts'
import { drawCard, drawSelfie } from '../../support/images/images.ts'
import { onSqlite } from '../../support/postgres.ts'
import { liveForm, startForTest } from '../../support/running-appliance.ts'
import { mountSmallDisk } from '../../support/small-disk.ts'

test(
  'a disk that fills at intake, in an upload and under a job leaves nothing half done',
  onSqlite,
  async (t) => {
    const disk = mountSmallDisk(t, 48)
    if (disk === undefined) return
    const settings = { SVC_DATA_DIR: disk.folder, SVC_DISK_RESERVE: '0' }
    const app = await startForTest(t, { settings })
    const { url, sandboxKey: key, liveKey } = app
    const files = { front_image: await drawCard(), selfie_image: await drawSelfie() }
    const fields = { country: 'SN', id_type: 'national_id' }
    const upload = () => call(`${url}/kyc/verify`, { key: liveKey, body: liveForm(fields, files) })
    const submit = () => call(`${url}/kyc/sandbox/verify`, { key, json: person })
    const pending = await upload()
    assert.equal(pending.status, 202, pending.text)
    const before = await verifyInSandbox(app)

    disk.leave(400_000)
    const answers = []
    for (let asked = 0; asked < 40; asked += 1) answers.push(await submit())
    const done = answers.filter(({ status }) => status === 200)
    assert.ok(done.length > 0, 'there was room for none')
    disk.leave(0)
    const refused = answers.filter(({ status }) => status !== 200)
    assert.ok(refused.length > 0, 'the log of the database had room for all')
    for (const { status, error } of refused) {
      assert.deepEqual([status, error.code], [503, 'unavailable'])
    }
    assert.equal((await upload()).status, 503)
    assert.equal((await call(`${url.replace('/v1', '')}/healthz`, {})).status, 200)
    const read = () => call(`${url}/kyc/verifications/${before.data.id}`, { key })
    assert.ok([200, 503].includes((await read()).status))
    assert.equal((await call(`${url}/kyc/verifications?limit=1`, { key })).status, 200)
    // The job of the first upload runs now and cannot write its end.
    app.clock.advance(5_000)
    await app.server.jobs.idle()

    disk.leave(Number.MAX_SAFE_INTEGER)
    await app.appliance.diskGuard.start()
    assert.equal((await submit()).status, 200)
    assert.equal((await read()).status, 200)
    assert.notEqual((await app.finish(String(pending.data.id))).status, 'pending')
    for (const { data } of done) {
      assert.equal((await call(`${url}/kyc/verifications/${data.id}`, { key })).status, 200)
    }
    const staging = join(disk.folder, 'staging')
    assert.deepEqual(existsSync(staging) ? readdirSync(staging) : [], [])
    const { isIntact, faults, rowFaults } = await verifyAudit(app.appliance)
    assert.deepEqual([isIntact, faults, rowFaults], [true, [], []])
  },
)

test('a disk without room for another file refuses uploads, and room mends it', async (t) => {
  const disk = mountSmallDisk(t, 48)
  if (disk === undefined) return
  const settings = { SVC_DATA_DIR: disk.folder, SVC_DISK_RESERVE: '0' }
  const app = await startForTest(t, { settings })
  const files = { front_image: await drawCard(), selfie_image: await drawSelfie() }
  const fields = { country: 'SN', id_type: 'national_id' }
  const upload = () =>
    call(`${app.url}/kyc/verify`, { key: app.liveKey, body: liveForm(fields, files) })
  const { files: most, ffree } = statfsSync(disk.folder)
  if (!disk.remount(`nr_inodes=${most - ffree}`)) return
  const { status, error } = await upload()
  assert.deepEqual([status, error.code], [503, 'unavailable'])
  await verifyInSandbox(app)
  disk.remount(`nr_inodes=${most}`)
  assert.equal((await upload()).status, 202)
})
