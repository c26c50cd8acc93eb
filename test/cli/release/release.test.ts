// Long: makes two releases, installs the first, upgrades it to the second and goes back.
// SQLite only: with PostgreSQL releases are changed by hand.
//
// What a bank receives, without a network, the rights of root and systemd. `npm run try-release` does the same in a
// bare Debian with them, and fails upgrades too.

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { productVersion } from '../../../server/product-version.ts'
import { openBankMachine, whyNotHere } from './bank-machine.ts'

const first = productVersion()
const later = first.replace(/\d+$/, (patch) => String(Number(patch) + 1))

test('a release installs from its tarball, serves, is upgraded and rolled back', {
  skip: whyNotHere(),
}, async (t) => {
  const bank = await openBankMachine(t, [
    { version: first, migrations: [] },
    { version: later, migrations: ['good'] },
  ])
  const { svc, run, publicKey } = bank
  const unpacked = bank.unpack(first)
  await t.test('holds no history, tests or source maps of ours', () => {
    const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
    assert.ok(files.length > 2_000, `${files.length}`)
    const isHistory = (file: string) => /(^|\/)\.(git|hg|svn)(\/|$)/.test(file)
    assert.deepEqual(files.filter(isHistory), [])
    const ours = files.filter((file) => !file.startsWith('node_modules/'))
    assert.deepEqual(ours.filter(isNotForServers), [])
  })
  run(join(unpacked, 'install.sh'), ['--key', publicKey, '--prefix', bank.root])
  assert.equal(JSON.parse(svc('version', '--json')).version, first)
  await t.test('makes no installation in its own folder, which goes with it', () => {
    const before = readdirSync(unpacked, { recursive: true }).length
    assert.throws(() => svc('init'), /into the folder of the release.* --data-dir \/var\/lib/)
    assert.equal(readdirSync(join(bank.root, 'opt/svc', first), { recursive: true }).length, before)
  })
  bank.initialise()
  run(bank.start)
  await bank.ready()
  const created = svc('keys', 'create', '--name', 'trial', '--env', 'sandbox', '--json')
  const [key = ''] = /svc_sandbox_\w{20,}/.exec(created) ?? []
  assert.equal(bank.call('submit', key, 'first'), 'approved')

  const order = [bank.bundle(later), '--key', publicKey]
  svc('upgrade', 'apply', ...order, '--yes', ...bank.control)
  assert.equal(bank.inUse(), later)
  const [added] = bank.description().migrations.slice(-1)
  assert.partialDeepStrictEqual(added, { name: 'trial_good', kind: 'rewriting' })
  assert.equal(bank.call('count', key), '1 first')

  svc('rollback', '--yes', ...bank.control)
  assert.equal(bank.inUse(), first)
  assert.equal(bank.call('count', key), '1 first')
  run(bank.stop)
  assert.equal(bank.holder(), undefined)
})

function isNotForServers(file: string): boolean {
  return /(^|\/)tests?(\/|$)|\.test\.[jt]sx?$|\.map$/.test(file)
}
