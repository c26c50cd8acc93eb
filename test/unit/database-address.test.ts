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
      hosts: [{ host: 'db.example', port: 6432 }],
      database: 'svc',
      user: 'svc',
      password: 'p@ss',
      tls: 'verify-full',
      options: undefined,
    })
  })

  test('may name a primary and its standbys', () => {
    const several = 'postgres://svc:p%40@db1.example,[::1]:6433,db3.example:6434/svc'
    const { hosts, password, tls } = databaseAddressOf(`${several}?target_session_attrs=read-write`)
    assert.deepEqual(hosts, [
      { host: 'db1.example', port: 5432 },
      { host: '::1', port: 6433 },
      { host: 'db3.example', port: 6434 },
    ])
    assert.equal(password, 'p@')
    assert.equal(tls, 'verify-full')
    assert.equal(
      shownAddress(databaseAddressOf(several)),
      'svc at db1.example:5432, [::1]:6433, db3.example:6434 as svc',
    )
    const sockets = databaseAddressOf('postgres://svc@localhost/svc?host=/run/a,/run/b')
    assert.deepEqual(sockets.hosts, [
      { host: '/run/a', port: 5432 },
      { host: '/run/b', port: 5432 },
    ])
    assert.equal(sockets.tls, 'disable')
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
      ['postgres://svc:secret@db,/svc', /name a host|be a URL/],
      ['postgres://svc:secret@db:x,db2/svc', /be a URL/],
      ['postgres://svc:secret@a,b/svc?target_session_attrs=any', /of read-write/],
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
