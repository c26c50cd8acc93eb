import assert from 'node:assert/strict'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  createMasterKey,
  MasterKeyError,
  readMasterKey,
} from '../../../server/crypto/master-key.ts'
import { tempFolder } from '../../support/temp-folder.ts'

describe('making a master key', () => {
  test('what was made is what is read, in a file for its owner only', (t) => {
    const file = join(tempFolder(t), 'master.key')
    const made = createMasterKey(file)
    assert.deepEqual(readMasterKey(file), made)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.match(readFileSync(file, 'utf8'), /^svc-master-key-1:[A-Za-z0-9+/]{43}=\n$/)
  })

  test('one that is there is never replaced', (t) => {
    const file = join(tempFolder(t), 'master.key')
    const { fingerprint } = createMasterKey(file)
    assert.throws(() => createMasterKey(file), MasterKeyError)
    assert.equal(readMasterKey(file).fingerprint, fingerprint)
  })

  test('a folder that is not there is said so', (t) => {
    const file = join(tempFolder(t), 'absent', 'master.key')
    assert.throws(() => createMasterKey(file), /cannot be created.*folder/)
  })

  test('two keys differ, and so do their fingerprints, which do not reveal the key', (t) => {
    const folder = tempFolder(t)
    const [one, two] = [createMasterKey(join(folder, '1')), createMasterKey(join(folder, '2'))]
    assert.notEqual(one.fingerprint, two.fingerprint)
    assert.match(one.fingerprint, /^[0-9a-f]{16}$/)
    assert.ok(!one.bytes.toString('hex').includes(one.fingerprint))
  })
})

describe('reading a master key', () => {
  test('a missing file is refused with the command that makes one', (t) => {
    assert.throws(() => readMasterKey(join(tempFolder(t), 'master.key')), /svc init/)
  })

  for (const mode of [0o640, 0o604, 0o660, 0o620, 0o601]) {
    test(`a file of mode ${mode.toString(8)} is refused with the command that mends it`, (t) => {
      const file = join(tempFolder(t), 'master.key')
      createMasterKey(file)
      chmodSync(file, mode)
      assert.throws(() => readMasterKey(file), /chmod 600/)
    })
  }

  const whole = `svc-master-key-1:${Buffer.alloc(32, 9).toString('base64')}`
  const damaged: Readonly<Record<string, string>> = {
    'an empty file': '',
    'the prefix alone': 'svc-master-key-1:',
    'another prefix': whole.replace('key-1', 'key-2'),
    'the key without its prefix': whole.slice(17),
    'a key that is too short': `svc-master-key-1:${Buffer.alloc(31).toString('base64')}`,
    'a key that is too long': `svc-master-key-1:${Buffer.alloc(33).toString('base64')}`,
    'a character too many': `${whole}A`,
    'a character in the middle that base64 skips': whole.replace('CQkJ', 'CQ*kJ'),
    'the other alphabet of base64': `svc-master-key-1:${Buffer.alloc(32, 255).toString('base64url')}=`,
    'two keys': `${whole}\n${whole}`,
  }
  for (const [what, content] of Object.entries(damaged)) {
    test(`${what} is no master key, and the message does not quote it`, (t) => {
      const file = join(tempFolder(t), 'master.key')
      writeFileSync(file, content, { mode: 0o600 })
      assert.throws(
        () => readMasterKey(file),
        (error) =>
          error instanceof MasterKeyError &&
          /is not a master key/.test(error.message) &&
          !error.message.includes('CQkJ'),
      )
    })
  }

  test('white space around a key, as editors leave it, does no harm', (t) => {
    const file = join(tempFolder(t), 'master.key')
    writeFileSync(file, `\n ${whole} \r\n`, { mode: 0o600 })
    assert.deepEqual(readMasterKey(file).bytes, Buffer.alloc(32, 9))
  })
})
