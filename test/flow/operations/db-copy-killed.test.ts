// Long: copies the demo's data folder to PostgreSQL and back once for each place at which the copy is killed.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { runSvc } from '../../cli/memory-shell.ts'
import {
  argsOf,
  comeBack,
  copy,
  copyKilled,
  copyThroughKill,
  copyUncut,
  demoFolder,
  digests,
  envOf,
  refused,
} from '../../support/db-copy-scene.ts'
import { bareDatabase, onPostgres } from '../../support/postgres.ts'
import { tempFolder } from '../../support/temp-folder.ts'

describe('svc db copy, killed', onPostgres, () => {
  let uncut: Awaited<ReturnType<typeof copyUncut>>['rows']

  test('a copy that is not killed has every row', async (t) => {
    uncut = (await copyUncut(t)).rows
  })

  for (const at of [
    'after 1 create table',
    'before 1 insert into "verifications"',
    'after 1 insert into "outbound_calls"',
    'after 1 order by "id" limit',
  ]) {
    test(`killed ${at}, goes on and ends equal`, async (t) => {
      assert.deepEqual((await copyThroughKill(t, at)).rows, uncut)
    })
  }

  for (const at of [
    'before 1 delete from "database_move"',
    'after 1 delete from "database_move"',
  ]) {
    test(`killed ${at}, has every row, and comes back equal`, async (t) => {
      assert.deepEqual(await comeBack(await copyThroughKill(t, at)), uncut)
    })
  }

  test('killed amid the rows, goes on, comes back equal to the folder that it left, and keeps the old database there', async (t) => {
    const { folder, url, rows } = await copyThroughKill(t, 'after 1 insert into "verifications"')
    assert.deepEqual(rows, uncut)
    assert.deepEqual(await comeBack({ folder, url }), uncut)
    const names = readdirSync(folder).filter((name) => name.startsWith('svc.db'))
    assert.match(names.join(' '), /^svc\.db svc\.db\.left-\d+$/)
    const home = await runSvc(['status', '--data-dir', folder, '--json'], { env: envOf(folder) })
    assert.notEqual(home.status, 6, home.err)
  })

  test('notices that the source was changed while the copy was cut off', async (t) => {
    const folder = await demoFolder(t)
    const url = await bareDatabase(t)
    const at = 'before 1 insert into "usage_events"'
    await copyKilled(t, argsOf(folder, '--to', url), { ...envOf(folder), at })
    const source = openDb(join(folder, 'svc.db'))
    source.raw.exec(`update verifications set external_ref = 'changed' where id =
      (select min(id) from verifications)`)
    await source.close()
    const said = await refused(folder, ['--to', url])
    assert.match(
      said,
      /not equal to its source: verifications \((\d+) rows here, \1 rows there|there\)/,
    )
    assert.match(said, /changed since the copy was begun.*make it anew/)
    const served = await runSvc(['keys', 'list', '--data-dir', folder], { env: envOf(folder) })
    assert.equal(served.status, 0, served.err)
  })

  test('killed on the way back, goes on, and no server takes the unfinished file', async (t) => {
    const folder = await demoFolder(t)
    const url = await bareDatabase(t)
    const there = await copy(folder, ['--to', url])
    const env = { SVC_DATABASE_URL: url }
    const back = join(tempFolder(t), 'back')
    mkdirSync(back)
    const at = 'before 1 from "reviews"'
    await copyKilled(t, argsOf(folder, '--to-data-folder', back), { ...envOf(folder, env), at })
    assert.ok(existsSync(join(back, 'svc.db.copying')) && !existsSync(join(back, 'svc.db')))
    const returned = await copy(folder, ['--to-data-folder', back], env)
    assert.equal(returned.resumed, true)
    assert.deepEqual(digests(returned), digests(there))
  })
})
