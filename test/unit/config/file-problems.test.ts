// What is said of a file that a setting names and the server cannot use.

import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { assertProblem, openSettingsFolder } from './load-settings.ts'

const { fileWith, problemsOf, remove } = openSettingsFolder()
after(remove)

describe('a file that cannot be used', () => {
  test('a TLS key that every user can read', () => {
    const env = {
      SVC_TLS_CERT_FILE: fileWith('pem', 0o644),
      SVC_TLS_KEY_FILE: fileWith('pem', 0o644),
    }
    assertProblem(
      problemsOf(env),
      /^SVC_TLS_KEY_FILE must be a file .*; every user of this machine may read "\/.*": chmod 640 /,
    )
  })

  test('a file that is missing, or is a folder', () => {
    const keyFile = fileWith('pem')
    const certificate = (SVC_TLS_CERT_FILE: string) =>
      problemsOf({ SVC_TLS_CERT_FILE, SVC_TLS_KEY_FILE: keyFile })
    assertProblem(certificate('/no/chain.pem'), /_CERT_FILE .*; there is no "\/no\/chain\.pem" /)
    assertProblem(certificate('/'), /_CERT_FILE .*; "\/" is no file /)
  })

  const asRoot = { skip: process.geteuid?.() !== 0 && 'only root can become another user' }
  test('a TLS key of root, by the name of the user who may not read it', asRoot, (t) => {
    const env = { SVC_TLS_CERT_FILE: fileWith('pem'), SVC_TLS_KEY_FILE: fileWith('pem') }
    process.seteuid?.(65_534)
    t.after(() => process.seteuid?.(0))
    assert.match(
      problemsOf(env).join('\n'),
      /^SVC_TLS_KEY_FILE .*; the user nobody may not read "\/.*": let a group .*chgrp, chmod 640/m,
    )
  })
})
