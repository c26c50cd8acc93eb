import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { backupErrorOf } from '../../../server/backup/backup-error.ts'
import { startCopy } from '../../../server/backup/start-copy.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { tempFolder } from '../../support/temp-folder.ts'

for (const [where, copyThreadBytesMin] of [
  ['here', Number.POSITIVE_INFINITY],
  ['in a thread', 0],
] as const) {
  test(`a copy that is made ${where} is checked when it is asked for, and once`, async (t) => {
    const { from, to } = placesIn(tempFolder(t))
    openConnection(from).exec('create table notes (text)').close()
    const copying = startCopy({ from, to }, { copyThreadBytesMin })
    t.after(() => copying.end())
    await copying.copied
    writeFileSync(to, 'no database')
    const check = copying.check()
    assert.equal(copying.check(), check)
    await assert.rejects(check, (error) => backupErrorOf(error).reason === 'database_damaged')
  })

  test(`a check that is asked for before a copy ${where} is whole waits for it`, async (t) => {
    const { from, to } = placesIn(tempFolder(t))
    openConnection(from).exec('create table notes (text)').close()
    const copying = startCopy({ from, to }, { copyThreadBytesMin })
    t.after(() => copying.end())
    assert.deepEqual(await copying.check(), [])
  })

  test(`a copy that fails ${where} fails its check with the same error`, async (t) => {
    const { from, to } = placesIn(tempFolder(t))
    writeFileSync(from, 'no database')
    const copying = startCopy({ from, to }, { copyThreadBytesMin })
    t.after(() => copying.end())
    const error = await copying.copied.catch((error: unknown) => error)
    assert.equal(backupErrorOf(error).reason, 'database_damaged')
    await assert.rejects(copying.check(), (again) => again === error)
  })
}

function placesIn(folder: string) {
  return { from: join(folder, 'svc.db'), to: join(folder, 'copy.db') }
}

test('a full disk may be that of the copy or that of the backups', () => {
  for (const code of ['ENOSPC', 'SQLITE_FULL']) {
    const { reason, message } = backupErrorOf(Object.assign(new Error('full'), { code }))
    assert.equal(reason, 'disk_full')
    assert.match(message, /of the data folder, .* or that of SVC_BACKUP_TO/)
  }
})
