import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { foreignCalls } from '../../../scripts/package/foreign-calls.ts'
import { packBundle } from '../../../scripts/package/pack-bundle.ts'
import { makeReleaseKey, readReleaseKey, signFile } from '../../../scripts/package/release-key.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** Packs two files that were written in this order, at this time, under this mask. */
function pack(t: TestContext, names: readonly string[], seconds: number, mode: number): Buffer {
  const folder = tempFolder(t)
  mkdirSync(join(folder, 'svc'))
  for (const name of names) {
    const file = join(folder, 'svc', name)
    writeFileSync(file, `content of ${name}`)
    chmodSync(file, mode)
    utimesSync(file, seconds, seconds)
  }
  const file = join(folder, 'svc.tar.gz')
  packBundle({ folder, name: 'svc', file })
  return readFileSync(file)
}

describe('packing a release', () => {
  test('gives the same bytes for the same files, whenever and by whomever they were written', (t) => {
    const one = pack(t, ['a', 'b'], 1_700_000_000, 0o644)
    assert.deepEqual(pack(t, ['b', 'a'], 1_800_000_000, 0o600), one)
    assert.notDeepEqual(pack(t, ['a', 'c'], 1_700_000_000, 0o644), one)
  })

  test('is signed so that openssl alone can check it', (t) => {
    const openssl = (args: readonly string[]) => spawnSync('openssl', args, { timeout: 60_000 })
    if (openssl(['version']).status !== 0) return t.skip('openssl is not on this machine')
    const folder = tempFolder(t)
    const [key, file] = [join(folder, 'key'), join(folder, 'svc.tar.gz')]
    makeReleaseKey(key)
    writeFileSync(file, 'a release')
    signFile(file, readReleaseKey(key))
    const args = ['pkeyutl', '-verify', '-pubin', '-inkey', `${key}.pub`, '-rawin']
    const check = () => openssl([...args, '-in', file, '-sigfile', `${file}.sig`]).status
    assert.equal(check(), 0)
    writeFileSync(file, 'another release')
    assert.equal(check(), 1)
  })
})

describe('the trace of a trial', () => {
  test('shows the calls to addresses beyond the machine', () => {
    const inside = [
      '12 connect(5, {sa_family=AF_INET, sin_port=htons(8080), sin_addr=inet_addr("127.0.0.1")}, 16) = 0',
      '12 connect(5, {sa_family=AF_UNIX, sun_path="/run/x"}, 110) = 0',
      '12 connect(5, {sa_family=AF_INET6, sin6_port=htons(1), inet_pton(AF_INET6, "::1", &sin6_addr)}, 28) = 0',
    ]
    const outside = [
      '12 connect(5, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("10.0.0.2")}, 16) = -1',
      '12 sendto(5, "x", 1, 0, {sa_family=AF_INET6, inet_pton(AF_INET6, "2001:db8::1", &sin6_addr)}, 28) = 1',
    ]
    assert.deepEqual(foreignCalls([...inside, ...outside].join('\n')), outside)
  })
})
