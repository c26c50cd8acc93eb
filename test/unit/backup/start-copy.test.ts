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
    const folder = tempFolder(t)
    const [from, to] = [join(folder, 'svc.db'), join(folder, 'copy.db')]
    openConnection(from).exec('create table notes (text)').close()
    const copying = startCopy({ from, to }, { copyThreadBytesMin })
    t.after(() => copying.end())
    await copying.copied
    writeFileSync(to, 'no database')
    const check = copying.check()
    assert.equal(copying.check(), check)
    await assert.rejects(check, (error) => backupErrorOf(error).reason === 'database_damaged')
  })
}
