import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { hostUserFrom } from '../../../cli/host-user.ts'
import { auditDetails } from '../../../server/audit/audit-details.ts'

test('an entry of the command line names the account, and who stands behind root', () => {
  const cases = [
    [['awa', 1000, 1000], {}, { os_user: 'awa', os_uid: 1000, login_uid: 1000 }],
    [
      ['root', 0],
      { SUDO_USER: 'awa@bank.sn' },
      { os_user: 'root', os_uid: 0, sudo_user: 'awa@bank.sn' },
    ],
    // Whoever is not root may write into the environment what they like.
    [['omar', 1001], { SUDO_USER: 'awa' }, { os_user: 'omar', os_uid: 1001 }],
    // A container's account may have no name, and a domain's one odd letters.
    [[undefined, 10_001], {}, { os_uid: 10_001 }],
    [['BANK\\awa diop\n', undefined], {}, { os_user: 'BANK\\awa_diop_' }],
  ] as const
  for (const [[name, uid, loginUid], env, expected] of cases) {
    const named = hostUserFrom({ name, uid, loginUid }, env)
    assert.deepEqual(named, expected)
    assert.deepEqual(auditDetails.parse(named), expected, 'the log takes it')
  }
})

test('every command names who runs it', () => {
  const cli = fileURLToPath(new URL('../../../cli', import.meta.url))
  const nameless = readdirSync(cli, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[jt]s$/.test(file) && !file.startsWith('dist'))
    .filter((file) => readFileSync(join(cli, file), 'utf8').includes('fromCommandLine'))
  assert.deepEqual(nameless, [], 'session.origin names the account, fromCommandLine does not')
})
