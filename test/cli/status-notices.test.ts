import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIdentity } from '../../server/backup/age-keys.ts'
import { holdServerLock, serverLockFile } from '../../server/db/server-lock.ts'
import { install } from './installation.ts'

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
