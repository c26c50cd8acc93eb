// Slow: needs PostgreSQL, which starts for it.
//
// What svc says when PostgreSQL refuses what a command has begun.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Client } from 'pg'
import { exitStatus } from '../../cli/exit-codes.ts'
import { databaseAddressOf } from '../../server/db/postgres/database-address.ts'
import { tryDatabase } from '../../server/db/postgres/try-database.ts'
import { bareDatabase, onPostgres } from '../support/postgres.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { runSvc } from './memory-shell.ts'

const settingsIn = (folder: string) => ({
  SVC_CONFIG: join(folder, 'svc.conf'),
  SVC_DATA_DIR: join(folder, 'data'),
  SVC_MASTER_KEY_FILE: join(folder, 'master.key'),
})

describe('a PostgreSQL that refuses', onPostgres, () => {
  test('writes is named as the reason, by a command and by a trial', async (t) => {
    const url = await bareDatabase(t)
    const settings = settingsIn(tempFolder(t))
    const { SVC_CONFIG: _, ...unwritten } = { ...settings, SVC_DATABASE_URL: url }
    const early = await runSvc(['status'], { env: unwritten })
    assert.match(early.err, /Run \S*svc\S* init once, or move an installation there/)
    const made = await runSvc(['init'], { env: { ...settings, SVC_DATABASE_URL: url } })
    assert.equal(made.status, 0, made.err)
    const readOnly = `${url}?options=-c%20default_transaction_read_only%3Don`
    const env = { ...settings, SVC_DATABASE_URL: readOnly }
    const { status, err } = await runSvc(
      ['keys', 'create', '--name', 'first', '--env', 'sandbox'],
      { env },
    )
    assert.equal(status, exitStatus.unreachable, err)
    assert.match(err, /^error: The database \S+ at \S+ as \S+ cannot be used: the server takes no/)
    const { fault } = await tryDatabase({ address: databaseAddressOf(readOnly), role: 'user' })
    assert.match(fault ?? '', /takes no writes: default_transaction_read_only is on/)
  })

  for (const option of [
    'default_transaction_read_only=on',
    'idle_in_transaction_session_timeout=0',
  ]) {
    test(`in a session with ${option} fails one check of svc doctor, and the others still run`, async (t) => {
      const url = await bareDatabase(t)
      const env = { ...settingsIn(tempFolder(t)), SVC_DATABASE_URL: url }
      await runSvc(['init'], { env })
      const options = encodeURIComponent(`-c ${option}`)
      const faulty = { ...env, SVC_DATABASE_URL: `${url}?options=${options}` }
      const { out, err } = await runSvc(['doctor', '--json', '--only', 'database'], { env: faulty })
      const { groups } = JSON.parse(out) as {
        groups: { checks: { name: string; state: string; code: string }[] }[]
      }
      const checks = groups.flatMap((group) => group.checks)
      const codeOf = (wanted: string) => checks.find(({ name }) => name === wanted)?.code
      assert.deepEqual([codeOf('database_server'), codeOf('schema')], ['unusable', 'well'], err)
      assert.deepEqual(
        checks.filter(({ state }) => state === 'skipped'),
        [],
      )
    })
  }

  test('to wait for a lock any longer is named as held up', async (t) => {
    const url = await bareDatabase(t)
    const env = { ...settingsIn(tempFolder(t)), SVC_DATABASE_URL: url }
    await runSvc(['init'], { env })
    const hasty = { ...env, SVC_DATABASE_URL: `${url}?options=-c%20lock_timeout%3D100ms` }
    const administrator = new Client({ connectionString: url })
    await administrator.connect()
    await administrator.query('begin; lock table api_keys')
    const { err } = await runSvc(['keys', 'create', '--name', 'first', '--env', 'sandbox'], {
      env: hasty,
    })
    assert.match(err, /cannot be used: something holds it up: try again shortly/)
    await administrator.end()
  })
})
