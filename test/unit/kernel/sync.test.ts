import assert from 'node:assert/strict'
import { test } from 'node:test'
import { syncFolder, syncFolderIfPossible } from '../../../server/kernel/sync.ts'

test('a folder whose mount cannot sync is left as it is', async () => {
  await assert.rejects(syncFolder('/proc'), { code: 'EINVAL' })
  await syncFolderIfPossible('/proc')
})

test('any other error of syncing a folder is thrown', async () => {
  await assert.rejects(syncFolderIfPossible('/proc/no-such-folder'), { code: 'ENOENT' })
})
