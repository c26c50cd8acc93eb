import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  databaseAddressOf,
  readDatabaseAddress,
  shownAddress,
} from '../../server/db/postgres/database-address.ts'
import { explainDatabaseError } from '../../server/db/postgres/try-database.ts'

describe('the URL of a PostgreSQL database', () => {
  test('is read with its parts decoded', () => {
    assert.deepEqual(readDatabaseAddress('postgres://svc:p%40ss@db.example:6432/svc'), {
      host: 'db.example',
      port: 6432,
      database: 'svc',
      user: 'svc',
      password: 'p@ss',
      tls: 'verify-full',
      options: undefined,
    })
  })

  test('asks for TLS beyond this machine unless it says otherwise', () => {
    const modes = [
      ['postgres://svc@10.0.0.5/svc', 'verify-full'],
      ['postgres://svc@10.0.0.5/svc?sslmode=disable', 'disable'],
      ['postgres://svc@127.0.0.1/svc', 'disable'],
      ['postgres://svc@[::1]/svc', 'disable'],
      ['postgres://svc@localhost/svc?host=/run/postgresql', 'disable'],
      ['postgres://svc@localhost/svc?sslmode=verify-full', 'verify-full'],
    ] as const
    for (const [url, tls] of modes) assert.equal(databaseAddressOf(url).tls, tls, url)
  })

  test('is refused with what is missing, never with its password', () => {
    const refused = [
      ['mysql://svc:secret@db/svc', /begin with postgres/],
      ['postgres://db/svc', /name a user/],
      ['postgres://svc:secret@db', /name a database/],
      ['postgres://svc:secret@db/svc?sslmode=require', /sslmode of disable, verify-full/],
      ['postgres://svc:secret@db/svc?password=secret', /no parameters but/],
    ] as const
    for (const [url, expected] of refused) {
      const fault = readDatabaseAddress(url)
      assert.equal(typeof fault, 'string', url)
      assert.match(String(fault), expected)
      assert.doesNotMatch(String(fault), /secret/)
    }
  })

  test('is shown without its password, also where connecting failed', () => {
    const address = databaseAddressOf('postgres://svc:secret@db.example/svc')
    assert.equal(shownAddress(address), 'svc at db.example:5432 as svc')
    for (const code of [
      '28P01',
      '3D000',
      '53300',
      'ENOTFOUND',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'X',
    ]) {
      const error = Object.assign(new Error('for "secret"'), { code })
      assert.doesNotMatch(explainDatabaseError(error, address), /secret/)
    }
  })
})
