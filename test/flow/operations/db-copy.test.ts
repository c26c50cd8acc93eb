// Slow: each killed copy is a process of its own. Moves the demo's data folder to PostgreSQL and back with `svc db copy`.

import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { launchSvc } from '../../cli/launched-svc.ts'
import { runSvc } from '../../cli/memory-shell.ts'
import { bareDatabase, onPostgres } from '../../support/postgres.ts'
import { demoSettings, seedOnce } from '../../support/seeded-demo.ts'
import { tempFolder } from '../../support/temp-folder.ts'

interface CopyJson {
  readonly source: string
  readonly resumed: boolean
  readonly rows_copied: number
  readonly rows: number
  readonly tables: readonly { name: string; rows: number; sha256: string }[]
  readonly values_decrypted: number
  readonly images_checked: number
  readonly audit_entries: number
}

const preload = fileURLToPath(new URL('../../support/kill-at-query.mjs', import.meta.url))
const seeded = mkdtempSync(join(tmpdir(), 'svc-test-copy-'))

/** A copy of the seeded folder. */
function demoFolder(t: TestContext): string {
  const folder = join(tempFolder(t), 'data')
  cpSync(seeded, folder, { recursive: true })
  return folder
}

const argsOf = (folder: string, ...args: readonly string[]) => [
  ...['db', 'copy', '--data-dir', folder, '--yes', '--json'],
  ...args,
]

/** The data of a demo as an appliance's: a demo itself stays on SQLite. */
const envOf = (folder: string, env: Readonly<Record<string, string>> = {}) => ({
  SVC_MASTER_KEY_FILE: join(folder, 'master.key'),
  ...env,
})

async function copy(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CopyJson> {
  const { status, out, err } = await runSvc(argsOf(folder, ...args), { env: envOf(folder, env) })
  assert.equal(status, 0, err)
  return JSON.parse(out) as CopyJson
}

/** The copy must be refused. */
async function refused(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { status, out, err } = await runSvc(argsOf(folder, ...args), { env: envOf(folder, env) })
  assert.equal(status, 6, out + err)
  return err
}

/** By table, without the log of the moves themselves. */
const digests = ({ tables }: CopyJson) =>
  tables.filter(({ name }) => name !== 'audit_entries').map(({ name, sha256 }) => [name, sha256])

async function onDatabase(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

const imagesOf = (folder: string) =>
  readdirSync(join(folder, 'images'), { recursive: true, encoding: 'utf8' }).toSorted()

describe('svc db copy', onPostgres, () => {
  /** Of a copy that nothing cut off. */
  let uncut: ReturnType<typeof digests>
  before(async () => {
    await seedOnce(demoSettings(seeded))
  })
  test('copies every row', async (t) => {
    uncut = digests(await copy(demoFolder(t), ['--to', await bareDatabase(t), '--keep-source']))
    assert.ok(uncut.length > 50)
  })

  after(() => rmSync(seeded, { recursive: true, force: true }))

  test('moves a data folder to PostgreSQL and back, equal by hashes, and leaves each source', async (t) => {
    const folder = demoFolder(t)
    const url = await bareDatabase(t)
    const there = await copy(folder, ['--to', url])
    assert.deepEqual([there.source, there.resumed], ['left', false])
    assert.ok(there.rows_copied === there.rows && there.rows > 500)
    assert.ok(there.values_decrypted > 100 && there.images_checked > 10 && there.audit_entries > 10)

    const list = ['verifications', 'list', '--data-dir', folder, '--json']
    const stayed = await runSvc(list, { env: envOf(folder) })
    assert.equal(stayed.status, 6)
    assert.match(stayed.err, /was moved to \w+ at 127\.0\.0\.1:\d+ on .*SVC_DATABASE_URL/)
    const env = { SVC_DATABASE_URL: url }
    const moved = await runSvc(list, { env: envOf(folder, env) })
    assert.equal(moved.status, 0, moved.err)
    assert.ok(JSON.parse(moved.out).items.length > 0)
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

  test('comes back to the folder that it left, and keeps the old database beside the new one', async (t) => {
    const folder = demoFolder(t)
    const url = await bareDatabase(t)
    await copy(folder, ['--to', url])
    await copy(folder, ['--to-data-folder', folder], { SVC_DATABASE_URL: url })
    const names = readdirSync(folder).filter((name) => name.startsWith('svc.db'))
    assert.match(names.join(' '), /^svc\.db svc\.db\.left-\d+$/)
    const home = await runSvc(['status', '--data-dir', folder, '--json'], { env: envOf(folder) })
    assert.notEqual(home.status, 6, home.err)
  })

  for (const at of [
    'after 1 create table',
    'before 1 insert into "verifications"',
    'after 1 insert into "verifications"',
    'after 1 insert into "outbound_calls"',
    'after 1 order by "id" limit',
    'before 1 delete from "database_move"',
    'after 1 delete from "database_move"',
  ]) {
    test(`killed ${at}, goes on and ends equal`, async (t) => {
      const folder = demoFolder(t)
      const url = await bareDatabase(t)
      const killed = launchSvc(t, argsOf(folder, '--to', url), {
        ...envOf(folder),
        NODE_OPTIONS: `--import ${preload}`,
        KILL_AT_QUERY: at,
      })
      assert.equal((await killed.ended).status, 'SIGKILL')
      const isUnfinished = !at.startsWith('before 1 delete') && !at.startsWith('after 1 delete')
      const served = await runSvc(['keys', 'list', '--data-dir', folder], { env: envOf(folder) })
      assert.equal(served.status, isUnfinished ? 0 : 6, served.err)
      await copy(folder, ['--to', url])
      const env = { SVC_DATABASE_URL: url }
      const back = await copy(folder, ['--to-data-folder', folder], env)
      assert.deepEqual(digests(back), uncut)
    })
  }

  test('killed on the way back, goes on, and no server takes the unfinished file', async (t) => {
    const folder = demoFolder(t)
    const url = await bareDatabase(t)
    const there = await copy(folder, ['--to', url])
    const env = { SVC_DATABASE_URL: url }
    const back = join(tempFolder(t), 'back')
    mkdirSync(back)
    const killed = launchSvc(t, argsOf(folder, '--to-data-folder', back), {
      ...envOf(folder, env),
      NODE_OPTIONS: `--import ${preload}`,
      KILL_AT_QUERY: 'before 1 from "reviews"',
    })
    assert.equal((await killed.ended).status, 'SIGKILL')
    assert.ok(existsSync(join(back, 'svc.db.copying')) && !existsSync(join(back, 'svc.db')))
    const returned = await copy(folder, ['--to-data-folder', back], env)
    assert.equal(returned.resumed, true)
    assert.deepEqual(digests(returned), digests(there))
  })

  test('notices that the source was changed while the copy was cut off', async (t) => {
    const folder = demoFolder(t)
    const url = await bareDatabase(t)
    const killed = launchSvc(t, argsOf(folder, '--to', url), {
      ...envOf(folder),
      NODE_OPTIONS: `--import ${preload}`,
      KILL_AT_QUERY: 'before 1 insert into "usage_events"',
    })
    assert.equal((await killed.ended).status, 'SIGKILL')
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

  test('refuses a target that is not empty, of another installation, or with other tables', async (t) => {
    const folder = demoFolder(t)
    const used = await bareDatabase(t)
    await copy(folder, ['--to', used, '--keep-source'])
    assert.match(
      await refused(folder, ['--to', used]),
      /is not empty: instance has rows.*new database/,
    )

    const foreign = await bareDatabase(t)
    await onDatabase(foreign, 'create table theirs (id int)')
    assert.match(await refused(folder, ['--to', foreign]), /tables of another program/)

    const changed = await bareDatabase(t)
    await copy(folder, ['--to', changed, '--keep-source'])
    await onDatabase(changed, 'alter table jobs add column more text')
    assert.match(await refused(folder, ['--to', changed]), /differ from those that this release/)
  })

  test('refuses a source with another schema, and a folder that has a database', async (t) => {
    const folder = demoFolder(t)
    const url = await bareDatabase(t)
    await copy(folder, ['--to', url, '--keep-source'])
    const env = { SVC_DATABASE_URL: url }
    assert.match(await refused(folder, ['--to-data-folder', folder], env), /has a database already/)

    const source = openDb(join(folder, 'svc.db'))
    source.raw.exec('create table mine (id integer) strict')
    await source.close()
    const said = await refused(folder, ['--to', await bareDatabase(t)])
    assert.match(said, /differ from those that this release/)
  })

  test('a trial keeps its source in use and sends nothing from the copy', async (t) => {
    const folder = demoFolder(t)
    const url = await bareDatabase(t)
    assert.equal((await copy(folder, ['--to', url, '--keep-source'])).source, 'kept')
    const list = ['keys', 'list', '--data-dir', folder]
    assert.equal((await runSvc(list, { env: envOf(folder) })).status, 0)
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rowCount } = await client.query('select 1 from outgoing_pause')
    await client.end()
    assert.equal(rowCount, 1)
  })

  test('refuses while a server works on the PostgreSQL database', async (t) => {
    const folder = demoFolder(t)
    const url = await bareDatabase(t)
    await copy(folder, ['--to', url])
    const now = systemClock.now()
    await onDatabase(
      url,
      `insert into nodes (id, host, version, started_at, seen_at, beats) values ('node_1', 'bank-1', '1', ${now}, ${now}, 1)`,
    )
    const back = join(tempFolder(t), 'back')
    const said = await refused(folder, ['--to-data-folder', back], { SVC_DATABASE_URL: url })
    assert.match(said, /node_1 on bank-1 works on .*Stop every server/)
  })
})
