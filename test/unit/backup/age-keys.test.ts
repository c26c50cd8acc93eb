import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readIdentities } from '../../../server/backup/envelope/age-keys.ts'
import { tempFolder } from '../../support/temp-folder.ts'

test('a secret key of age that is not there is called missing, not unreadable', (t) => {
  const file = join(tempFolder(t), 'backup-identity.txt')
  const message = `There is no file ${file}.`
  assert.throws(() => readIdentities(file), { reason: 'identity_unusable', message })
})
