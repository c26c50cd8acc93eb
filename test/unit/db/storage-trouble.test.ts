import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storageTroubleOf } from '../../../server/db/storage-trouble.ts'

const cases: readonly (readonly [code: string, trouble: string | undefined])[] = [
  ['SQLITE_FULL', 'full'],
  ['SQLITE_IOERR_SHMSIZE', 'full'],
  ['SQLITE_IOERR_WRITE', undefined],
  ['SQLITE_READONLY_DBMOVED', 'not_writable'],
]

for (const [code, trouble] of cases) {
  test(`${code} means ${trouble ?? 'no trouble that a request is told'}`, () => {
    assert.equal(storageTroubleOf(Object.assign(new Error('no'), { code })), trouble)
  })
}
