// Long: fills a disk with requests until the log of the database has no room.
// SQLite only: the disk is full when the write-ahead log is to be copied into the database.

import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifyAudit } from '../../../server/operations/audit-check/verify-audit.ts'
import { person } from '../../api/verifications/sandbox-client.ts'
import { call } from '../../support/api-client.ts'
import { startForTest } from '../../support/running-appliance.ts'
import { mountSmallDisk } from '../../support/small-disk.ts'
import { until } from '../../support/turns.ts'

/** From this length of the log on, its pages are copied. */
const copyBytes = 3_072 * 4_120
const submissionsMax = 400

test('a disk that is full at a checkpoint loses nothing, is told once, and room mends it', async (t) => {
  const disk = mountSmallDisk(t, 64)
  if (disk === undefined) return
  const settings = {
    SVC_DATA_DIR: disk.folder,
    SVC_DISK_RESERVE: '0',
    SVC_RATE_LIMIT_PER_MINUTE: '100000',
  }
  const app = await startForTest(t, { settings, hasThreads: true })
  const wal = join(disk.folder, 'svc.db-wal')
  const lines = (event: string) =>
    app.logLines.map((line) => JSON.parse(line)).filter((line) => line.event === event)
  const acknowledged: string[] = []
  const submit = async () => {
    const answer = await call(`${app.url}/kyc/sandbox/verify`, {
      key: app.sandboxKey,
      json: person,
    })
    if (answer.status === 200) acknowledged.push(String(answer.data.id))
    return answer
  }
  const submitWhile = async (goesOn: () => boolean) => {
    for (let sent = 0; sent < submissionsMax && goesOn(); sent += 1) await submit()
  }
  const read = async (id: string) =>
    (await call(`${app.url}/kyc/verifications/${id}`, { key: app.sandboxKey })).status

  await submitWhile(() => statSync(wal).size < copyBytes - 800_000)
  disk.leave(copyBytes - statSync(wal).size + 40_000)
  await submitWhile(() => lines('checkpoint_failed').length === 0)
  let answer = await submit()
  for (let sent = 0; sent < submissionsMax && answer.status === 200; sent += 1) {
    answer = await submit()
  }
  await until(() => lines('checkpoint_failed').length > 0)
  assert.deepEqual([answer.status, answer.error?.code], [503, 'unavailable'])
  assert.equal(lines('request_not_stored')[0].reason, 'full')
  const [failed, ...more] = lines('checkpoint_failed')
  assert.deepEqual(
    [failed.reason, failed.path, more.length],
    ['full', join(disk.folder, 'svc.db'), 0],
  )
  // A list needs no entry in the audit log.
  const list = await call(`${app.url}/kyc/verifications?limit=1`, { key: app.sandboxKey })
  assert.equal(list.status, 200)

  disk.leave(Number.MAX_SAFE_INTEGER)
  assert.equal((await submit()).status, 200)
  const before = Date.now()
  // The thread is asked again a second after it has failed.
  while (lines('checkpoint_recovered').length === 0 && Date.now() - before < 30_000) await submit()
  assert.equal(lines('checkpoint_recovered').length, 1)
  for (const id of acknowledged) assert.equal(await read(id), 200)
  const { isIntact, faults, rowFaults } = await verifyAudit(app.appliance)
  assert.deepEqual([isIntact, faults, rowFaults], [true, [], []])
})
