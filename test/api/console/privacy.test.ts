import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { inviteUser } from '../../../server/users/manage-users.ts'
import { goodPassword } from '../../support/console-client.ts'
import { bytesOnDisk } from '../../support/database.ts'
import { onSqlite } from '../../support/postgres.ts'
import { startEnrolled } from '../../support/scenes/console-scene.ts'

test(
  'no password, code, secret, link or session id is stored, logged or returned again in plain text',
  onSqlite,
  async (t) => {
    const { scene, client, secret, recoveryCodes, email, code } = await startEnrolled(
      t,
      'administrator',
    )
    const asked = { email: 'awa@bank.example', name: 'Awa', role: 'auditor' } as const
    const { link } = await inviteUser(scene.appliance, fromCommandLine, asked)
    const token = link.url.split('#')[1] ?? ''
    await scene.open().signIn(email, 'a-wrong-guess-that-was-typed')
    await scene.open().signIn('typed-into-the-wrong-field@bank.example')
    const paths = ['/me', '/me/factors', '/me/sessions', '/users', '/audit', '/roles']
    const told = await Promise.all(paths.map((path) => client.get(path)))
    const cookie = client.cookie?.split('=')[1] ?? ''
    const planted = [
      goodPassword,
      'a-wrong-guess-that-was-typed',
      'typed-into-the-wrong-field',
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((one) => one.replaceAll('-', '')),
      token,
      cookie,
    ]
    const disk = bytesOnDisk(join(scene.appliance.config.dataDir, 'svc.db'))
    const raw = Buffer.from(base32Bytes(secret))
    assert.equal(disk.includes(raw), false)
    for (const text of planted) {
      assert.ok(text.length > 8)
      assert.equal(disk.includes(text), false, `${text} lies on the disk`)
      assert.equal(scene.logLines.join('\n').includes(text), false, `${text} is in the log`)
      assert.equal(
        told.some((answer) => answer.text.includes(text)),
        false,
        `${text} is told`,
      )
    }
    assert.equal(
      told.some((answer) => answer.text.includes(code())),
      false,
    )
    assert.ok(disk.includes(email), 'the look finds what is there')
  },
)

function base32Bytes(text: string): number[] {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  return (bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2))
}
