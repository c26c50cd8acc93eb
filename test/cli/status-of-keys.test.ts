// What `svc status` says of changes of keys that are not finished.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { openAppliance } from '../../server/appliance.ts'
import { loadConfig } from '../../server/config.ts'
import { createMasterKey } from '../../server/crypto/master-key.ts'
import { holdServerLock, serverLockFile } from '../../server/db/server-lock.ts'
import { inTransaction, type Trx } from '../../server/db/transaction.ts'
import { dayMs } from '../../server/kernel/durations.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { install } from './installation.ts'

async function open(t: TestContext) {
  const installation = await install(t)
  const lock = holdServerLock(serverLockFile(installation.dataDir))
  t.after(() => lock.release())
  return {
    ...installation,
    lock,
    async problems(): Promise<readonly string[]> {
      const { out } = await installation.svc(['status', '--json'])
      return JSON.parse(out).problems
    },
    async within(work: (trx: Trx) => Promise<unknown>) {
      const { configFile } = installation
      const loaded = loadConfig({ profile: 'appliance', env: {}, configFile })
      const appliance = await openAppliance(loaded, { log: silentLog })
      await inTransaction(appliance.db, work)
      await appliance.close()
    },
  }
}

const nodeOf = (masterKeyId: string, nowMs: number) => ({
  id: 'node_1',
  host: 'kyc1',
  version: '1.2.0',
  schema_version: 1,
  started_at: nowMs - 30 * dayMs,
  seen_at: nowMs,
  beats: 9,
  draining_since: null,
  master_key_id: masterKeyId,
})

test('svc status names rotations of data keys that do not move on, and those alone', async (t) => {
  const { svc, problems, within } = await open(t)
  await svc(['crypto', 'rotate-data', '--yes'])
  assert.deepEqual(await problems(), [])
  const startedAt = Date.now() - 8 * dayMs
  const running = (trx: Trx) => trx.updateTable('key_rotations').set({ started_at: startedAt })
  await within(async (trx) => {
    await running(trx).execute()
    await trx.insertInto('nodes').values(nodeOf('mk', Date.now())).execute()
  })
  const [stalled = ''] = await problems()
  assert.match(stalled, /rotation of encryption keys begun at .* does not move on \(.*seal_event/)
  assert.match(stalled, /See: svc crypto status --config /)
  assert.match(stalled, /; last step at \d{4}-/)
  assert.ok(!stalled.includes('mac_api_key'), 'old API keys hold that one')
  const doctor = await svc(['doctor', '--only', 'key_rotation'])
  assert.deepEqual([doctor.status, /longer than a week/.test(doctor.out)], [3, true])
  await within((trx) =>
    running(trx).set({ finished_at: Date.now() }).where('purpose', '!=', 'mac_api_key').execute(),
  )
  assert.deepEqual(await problems(), [])
  assert.equal((await svc(['doctor', '--only', 'key_rotation'])).status, 0)
  const next = await svc(['crypto', 'rotate-data', '--yes'])
  assert.equal(next.status, 0, next.err)
  assert.match(next.err, /mac_api_key is left out/)
  assert.ok(!next.out.includes('mac_api_key') && next.out.includes('seal_event'))
  const alone = await svc(['crypto', 'rotate-data', '--purpose', 'mac_api_key', '--yes'])
  assert.deepEqual([alone.status, /under way/.test(alone.err)], [6, true])
})

test('svc status names an interrupted change of the master key', async (t) => {
  const { problems, masterKeyFile } = await open(t)
  createMasterKey(`${masterKeyFile}.new`)
  const [unfinished = ''] = await problems()
  assert.match(unfinished, /interrupted before it took effect\. Run svc crypto rotate-master again/)
})

test('svc status names a server that holds an older master key a minute after the change', async (t) => {
  const { svc, problems, within, lock, dataDir } = await open(t)
  lock.writeHolder({ url: undefined, publicUrl: undefined, masterKeyId: '0123456789abcdef' })
  await svc(['crypto', 'rotate-master', '--yes'])
  assert.deepEqual(await problems(), [])
  await within((trx) =>
    trx
      .updateTable('master_keys')
      .set({ used_since: Date.now() - dayMs })
      .where('replaced_at', 'is', null)
      .execute(),
  )
  const [behind = ''] = await problems()
  assert.match(behind, /The master key was changed, and The running server still holds the older/)
  writeFileSync(`${serverLockFile(dataDir)}.json`, '{}')
  assert.deepEqual(await problems(), [])
})
