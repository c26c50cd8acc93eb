import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isOnOneFileSystem } from '../../../server/doctor/one-file-system.ts'
import { tempFolder } from '../../support/temp-folder.ts'

test('folders of one file system are told from others, and from what cannot be looked at', async (t) => {
  const data = tempFolder(t)
  const backups = join(data, 'backups')
  mkdirSync(backups)
  assert.equal(await isOnOneFileSystem(backups, data), true)
  assert.equal(await isOnOneFileSystem('/proc', data), false)
  for (const unseen of [join(data, 'gone'), 's3://bucket/backups']) {
    assert.equal(await isOnOneFileSystem(unseen, data), false)
    assert.equal(await isOnOneFileSystem(unseen, unseen), false)
  }
})
