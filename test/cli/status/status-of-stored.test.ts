import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createIdentity } from '../../../server/backup/envelope/age-keys.ts'
import { createMasterKey } from '../../../server/crypto/master-key.ts'
import { holdServerLock, serverLockFile } from '../../../server/db/server-lock.ts'
import { keepDatabaseVerdict } from '../../../server/operations/status/database-verdict.ts'
import { install } from '../installation.ts'

async function open(t: TestContext) {
  const installation = await install(t)
  return {
    ...installation,
    /** As a server does, until the test ends. */
    hold() {
      const lock = holdServerLock(serverLockFile(installation.dataDir))
      t.after(() => lock.release())
    },
    async status() {
      const { status, out } = await installation.svc(['status', '--json'])
      return { status, seen: JSON.parse(out) as Record<string, unknown> }
    },
  }
}

test('svc status shows the rest without the master key, and says not to stop a server that runs', async (t) => {
  const { svc, status, hold, masterKeyFile } = await open(t)
  const key = readFileSync(masterKeyFile)
  rmSync(masterKeyFile)
  const stopped = await status()
  assert.equal(stopped.status, 3)
  assert.match(String(stopped.seen.master_key_fault), /master\.key is missing/)
  assert.deepEqual(stopped.seen.jobs, {
    waiting: 0,
    running: 0,
    due: 0,
    oldest_due_age_ms: 0,
    next_due_at: null,
  })
  hold()
  assert.match((await svc(['status'])).out, /\nMaster key +cannot be used\n[\s\S]*do not stop it/)
  createMasterKey(masterKeyFile)
  const foreign = await svc(['status'])
  assert.equal(foreign.status, 3)
  assert.match(foreign.out, /belongs to [0-9a-f]{16}[\s\S]*do not stop it/)
  writeFileSync(masterKeyFile, key)
  assert.equal((await status()).status, 0)
})

test('svc status is not well once pages of the database cannot be read, until a check finds it whole', async (t) => {
  const { svc, status, hold, dataDir } = await open(t)
  hold()
  const file = join(dataDir, 'svc.db')
  const checkedAt = Date.UTC(2026, 10, 22)
  await keepDatabaseVerdict(file, { checkedAt, damagedTables: ['jobs', 'events'] })
  const { status: ended, seen } = await status()
  assert.equal(ended, 3)
  assert.deepEqual(seen.database_check, {
    checked_at: '2026-11-22T00:00:00.000Z',
    damaged_tables: ['jobs', 'events'],
  })
  assert.match(String(seen.problems), /cannot be read \(jobs, events; found 2026-11-22/)
  await keepDatabaseVerdict(file, { checkedAt, damagedTables: [] })
  assert.equal((await status()).status, 0)
  assert.match((await svc(['status'])).out, /\nDatabase +\S+ \S+, no damage at 2026-11-22/)
})

test('svc status says that no backup is set up, and is well once one is', async (t) => {
  const { svc, dataDir } = await install(t)
  const lock = holdServerLock(serverLockFile(dataDir))
  t.after(() => lock.release())
  const without = await svc(['status'])
  assert.equal(without.status, 0)
  assert.match(
    without.out,
    /Nothing is wrong\.\nNo backup is set up: .*\. Set SVC_BACKUP_TO and SVC_BACKUP_RECIPIENT: svc help backup\n$/,
  )
  const { recipient } = await createIdentity()
  const env = { SVC_BACKUP_TO: '/mnt/backups', SVC_BACKUP_RECIPIENT: recipient }
  const { status, out } = await svc(['status'], { env })
  assert.equal(status, 0)
  assert.match(out, /All is well\.\n$/)
  assert.deepEqual(JSON.parse((await svc(['status', '--json'], { env })).out).notices, [])
})
