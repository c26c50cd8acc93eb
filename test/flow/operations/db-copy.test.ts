// Slow: draws a demo. Moves its data folder to PostgreSQL and back with `svc db copy`.

import assert from 'node:assert/strict'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { freePort } from '../../../scripts/bench/free-port.ts'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { runSvc } from '../../cli/memory-shell.ts'
import { bareDatabase, onPostgres } from '../../support/postgres.ts'
import {
  copy,
  copyUncut,
  demoFolder,
  digests,
  envOf,
  onDatabase,
  refused,
} from '../../support/scenes/db-copy-scene.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const imagesOf = (folder: string) =>
  readdirSync(join(folder, 'images'), { recursive: true, encoding: 'utf8' }).toSorted()

describe('svc db copy', onPostgres, () => {
  /** Made once, because a copy takes longer than most that is asked of it. Each test leaves it as it was. */
  let kept: Awaited<ReturnType<typeof copyUncut>>
  const ends: (() => unknown)[] = []

  before(async () => {
    kept = await copyUncut({ after: (end) => void ends.push(end as () => unknown) })
  })
  after(async () => {
    for (const end of ends) await end()
  })

  test('moves a data folder to the primary of several hosts and back, equal by hashes, and leaves each source', async (t) => {
    const folder = await demoFolder(t)
    const one = await bareDatabase(t)
    // Nobody listens at the first, as on the host of a primary that failed.
    const url = one.replace('@127.0.0.1', `@127.0.0.1:${await freePort()},127.0.0.1`)
    assert.notEqual(url, one)
    const there = await copy(folder, ['--to', url])
    assert.deepEqual([there.source, there.resumed], ['left', false])
    assert.ok(there.rows_copied === there.rows && there.rows > 500)
    assert.ok(there.values_decrypted > 100 && there.images_checked > 10 && there.audit_entries > 10)

    const list = ['verifications', 'list', '--data-dir', folder, '--json']
    const stayed = await runSvc(list, { env: envOf(folder) })
    assert.equal(stayed.status, 6)
    assert.match(
      stayed.err,
      /was moved to \w+ at 127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+ on .*SVC_DATABASE_URL/,
    )
    const env = { SVC_DATABASE_URL: url }
    const moved = await runSvc(list, { env: envOf(folder, env) })
    assert.equal(moved.status, 0, moved.err)
    assert.ok(JSON.parse(moved.out).items.length > 0)
    const { out } = await runSvc(['status', '--data-dir', folder], { env: envOf(folder, env) })
    assert.match(out, /^Database +\d[\d.]* MB$/m)
    assert.match(out, /^Backups +made outside svc, with the means of PostgreSQL$/m)
    const again = await copy(folder, ['--to', url])
    assert.deepEqual([again.rows_copied, again.resumed], [0, true])

    const back = join(tempFolder(t), 'back')
    const returned = await copy(folder, ['--to-data-folder', back], env)
    assert.deepEqual(digests(returned), digests(there))
    assert.deepEqual(imagesOf(back), imagesOf(folder))
    const left = await runSvc(list, { env: envOf(folder, env) })
    assert.match(left.err, /was moved to .*back/)
    for (const file of ['master.key', 'demo.json']) cpSync(join(folder, file), join(back, file))
    const home = await runSvc(['audit', 'verify', '--data-dir', back], { env: envOf(back) })
    assert.equal(home.status, 0, home.out + home.err)
  })

  test('refuses a target that is not empty, of another installation, or with other tables', async (t) => {
    const { folder, url } = kept
    assert.match(
      await refused(folder, ['--to', url]),
      /is not empty: instance has rows.*new database/,
    )

    const foreign = await bareDatabase(t)
    await onDatabase(foreign, 'create table theirs (id int)')
    assert.match(await refused(folder, ['--to', foreign]), /tables of another program/)

    await onDatabase(url, 'alter table jobs add column more text')
    assert.match(await refused(folder, ['--to', url]), /differ from those that this release/)
    await onDatabase(url, 'alter table jobs drop column more')
  })

  test('refuses a source with another schema, and a folder that has a database', async (t) => {
    const env = { SVC_DATABASE_URL: kept.url }
    const back = await refused(kept.folder, ['--to-data-folder', kept.folder], env)
    assert.match(back, /has a database already/)

    const folder = await demoFolder(t)
    const source = openDb(join(folder, 'svc.db'))
    source.raw.exec('create table mine (id integer) strict')
    await source.close()
    const said = await refused(folder, ['--to', await bareDatabase(t)])
    assert.match(said, /differ from those that this release/)
  })

  test('a trial keeps its source in use and sends nothing from the copy', async () => {
    const list = ['keys', 'list', '--data-dir', kept.folder]
    assert.equal((await runSvc(list, { env: envOf(kept.folder) })).status, 0)
    const client = new Client({ connectionString: kept.url })
    await client.connect()
    const { rowCount } = await client.query('select 1 from outgoing_pause')
    await client.end()
    assert.equal(rowCount, 1)
  })

  test('refuses while a server works on the PostgreSQL database', async (t) => {
    const now = systemClock.now()
    await onDatabase(
      kept.url,
      `insert into nodes (id, host, version, schema_version, started_at, seen_at, beats, master_key_id) values ('node_1', 'bank-1', '1', 1, ${now}, ${now}, 1, 'k')`,
    )
    const back = join(tempFolder(t), 'back')
    const said = await refused(kept.folder, ['--to-data-folder', back], {
      SVC_DATABASE_URL: kept.url,
    })
    assert.match(said, /node_1 on bank-1 works on .*Stop every server/)
    await onDatabase(kept.url, 'delete from nodes')
  })
})
