import assert from 'node:assert/strict'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { runKeyCommand, splitKeyCommand } from '../../../server/crypto/key-command.ts'
import {
  createMasterKey,
  MasterKeyError,
  masterKeyFrom,
  readMasterKey,
} from '../../../server/crypto/master-key.ts'
import {
  chooseMasterKey,
  type MasterKeySettings,
  nextKeyFile,
  readOfferedKeys,
  unfinishedChange,
} from '../../../server/crypto/master-key-source.ts'
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

const bytes = Buffer.alloc(32, 9)
const { fingerprint } = masterKeyFrom(bytes)

function script(t: TestContext, lines: string): readonly string[] {
  const file = join(tempFolder(t), 'key-command')
  writeFileSync(file, `#!/bin/sh\n${lines}\n`)
  chmodSync(file, 0o700)
  return [file]
}

async function offeredBy(settings: Partial<MasterKeySettings>) {
  return readOfferedKeys({ masterKeyFile: '/nonexistent/master.key', ...settings })
}

describe('the command that prints the master key', () => {
  const forms = {
    hexadecimal: bytes.toString('hex'),
    base64: bytes.toString('base64'),
    'the text of a key file': `svc-master-key-1:${bytes.toString('base64')}`,
  }
  for (const [form, text] of Object.entries(forms)) {
    test(`may print it as ${form}`, async (t) => {
      const { keys } = await offeredBy({ masterKeyCommand: script(t, `echo '${text}'`) })
      assert.equal(keys[0]?.key.fingerprint, fingerprint)
    })
  }

  test('may print the bytes themselves, and gets the wrapped key as its standard input', async (t) => {
    const masterKeyWrappedFile = join(tempFolder(t), 'wrapped')
    writeFileSync(masterKeyWrappedFile, bytes)
    const { keys } = await offeredBy({
      masterKeyCommand: ['/bin/cat', '/dev/stdin'],
      masterKeyWrappedFile,
    })
    assert.equal(keys[0]?.key.fingerprint, fingerprint)
  })

  const refused: Readonly<Record<string, readonly [string, RegExp]>> = {
    'that fails': ['echo secret; exit 4', /ended with 4/],
    'that prints too little': ['printf short', /printed 5 bytes, which are not a master key/],
    'that prints for ever': ['yes', /more than 4096 bytes/],
  }
  for (const [what, [lines, why]] of Object.entries(refused)) {
    test(`${what} gives no key, and nothing that it printed is shown`, async (t) => {
      const { keys, faults } = await offeredBy({ masterKeyCommand: script(t, lines) })
      assert.equal(keys.length, 0)
      assert.match(faults.join(), why)
      assert.doesNotMatch(faults.join(), /secret|short/)
    })
  }

  test('that does not exist says so', async () => {
    const { faults } = await offeredBy({ masterKeyCommand: ['/nonexistent/tool'] })
    assert.match(faults.join(), /does not exist/)
  })

  test('that hangs is ended with what it started', async (t) => {
    const result = await runKeyCommand(script(t, 'sleep 600 & wait'), undefined, 200)
    assert.deepEqual(result, { kind: 'failed', why: 'did not end within 0.2 seconds' })
  })

  test('is split at spaces, and nothing in it is interpreted', () => {
    assert.deepEqual(splitKeyCommand('/bin/a "b c" $HOME `d` *;e'), [
      '/bin/a',
      'b c',
      '$HOME',
      '`d`',
      '*;e',
    ])
    for (const line of ['', 'a b', '/bin/a "b', '"']) assert.equal(splitKeyCommand(line), undefined)
  })
})

describe('a credential of systemd', () => {
  test('may hold the key in each form that a command may print', async (t) => {
    const credentialsDir = tempFolder(t)
    for (const form of [bytes, bytes.toString('hex'), `${bytes.toString('base64')}\n`]) {
      writeFileSync(join(credentialsDir, 'svc-key'), form)
      const { keys } = await offeredBy({ masterKeyCredential: 'svc-key', credentialsDir })
      assert.deepEqual(keys[0]?.key.bytes, bytes)
    }
  })

  test('is read from the folder that systemd names', async (t) => {
    const credentialsDir = tempFolder(t)
    writeFileSync(join(credentialsDir, 'svc-key'), `svc-master-key-1:${bytes.toString('base64')}\n`)
    const { keys } = await offeredBy({ masterKeyCredential: 'svc-key', credentialsDir })
    assert.equal(keys[0]?.key.fingerprint, fingerprint)
  })

  test('that is missing says what to add to the unit', async (t) => {
    const without = await offeredBy({ masterKeyCredential: 'svc-key' })
    assert.match(without.faults.join(), /only there inside the service.*systemd-run/)
    const empty = await offeredBy({ masterKeyCredential: 'svc-key', credentialsDir: tempFolder(t) })
    assert.match(empty.faults.join(), /is not in .*LoadCredential=svc-key/)
  })
})

describe('two keys during a change', () => {
  test('the database says which is used; a third key is refused with every fingerprint', async (t) => {
    const folder = tempFolder(t)
    mkdirSync(join(folder, 'old'))
    const masterKeyFile = join(folder, 'master.key')
    const masterKeyPreviousFile = join(folder, 'old/master.key')
    const [now, before] = [createMasterKey(masterKeyFile), createMasterKey(masterKeyPreviousFile)]
    const offered = await readOfferedKeys({ masterKeyFile, masterKeyPreviousFile })
    assert.equal(chooseMasterKey(offered, now.fingerprint).place, 'main')
    assert.equal(chooseMasterKey(offered, before.fingerprint).place, 'previous')
    assert.throws(
      () => chooseMasterKey(offered, fingerprint),
      (error) =>
        error instanceof MasterKeyError &&
        error.message.includes(fingerprint) &&
        // Each once.
        [now, before].every((one) => error.message.split(one.fingerprint).length === 2),
    )
  })

  test('one that was left unfinished says how to finish it', async (t) => {
    const folder = tempFolder(t)
    const masterKeyFile = join(folder, 'master.key')
    const settings = { masterKeyFile, masterKeyPreviousFile: join(folder, 'previous.key') }
    const said = async (key: { readonly fingerprint: string }) => {
      const offered = await readOfferedKeys(settings)
      return unfinishedChange(offered, chooseMasterKey(offered, key.fingerprint))
    }
    const [main, previous] = [masterKeyFile, settings.masterKeyPreviousFile].map(createMasterKey)
    const next = createMasterKey(nextKeyFile(settings))
    assert.ok(main && previous)
    assert.match((await said(next)) ?? '', /after the database had changed over/)
    assert.match((await said(main)) ?? '', /before it took effect/)
    assert.match((await said(previous)) ?? '', /still belongs to the key in .*PREVIOUS_FILE/)
    copyFileSync(masterKeyFile, nextKeyFile(settings))
    assert.equal(await said(main), undefined)
    rmSync(masterKeyFile)
    assert.match((await said(previous)) ?? '', /the main source gives none/)
  })

  test('a file of the wrong length says how long it is', async (t) => {
    const masterKeyFile = join(tempFolder(t), 'master.key')
    writeFileSync(masterKeyFile, `svc-master-key-1:${Buffer.alloc(31).toString('base64')}`, {
      mode: 0o600,
    })
    const { faults } = await readOfferedKeys({ masterKeyFile })
    assert.match(faults.join(), /It holds 31 bytes; a master key has 32/)
  })
})
