// Long: moves a demo's data folder to PostgreSQL, for the backup and the restore of the guide and for each place of a
// kill.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { askPostgres, findBinaries } from '../../../scripts/postgres/local-server.ts'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { runSvc } from '../../cli/memory-shell.ts'
import { bareDatabase, onPostgres } from '../../support/postgres.ts'
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
} from '../../support/scenes/db-copy-scene.ts'
import { placeSeeded } from '../../support/seeded-demo.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const guide = readFileSync(new URL('../../../data/guide/postgresql.md', import.meta.url), 'utf8')

const recipes = [...guide.matchAll(/```sh\n(pg_[\s\S]+?)```/g)].map(([, text = '']) => text)

interface ToldCheck {
  readonly name: string
  readonly state: string
}

/** Returns the folder of a pg_dump that reads a server of this release: of the same, or a newer one. */
function findDumpTools(release: number): string | undefined {
  const folders = [findBinaries() ?? [], globSync('/usr/lib/postgresql/*/bin')].flat()
  return folders.find((folder) => {
    const tool = join(folder, 'pg_dump')
    if (!existsSync(tool)) return false
    const version = execFileSync(tool, ['--version'], { encoding: 'utf8' })
    return Number(/ (\d+)/.exec(version)?.[1]) >= release
  })
}

function follow(
  recipe: string | undefined,
  tools: string,
  names: Readonly<Record<string, string>>,
): void {
  assert.ok(recipe !== undefined, 'the guide has the recipe')
  const env = { PATH: [tools, '/usr/bin', '/bin'].join(':'), ...names }
  execFileSync('sh', ['-euc', recipe], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

describe('backup of PostgreSQL', onPostgres, () => {
  test('dumped and restored as the guide says, all of it is intact and nothing goes out', async (t) => {
    const [source, restored, place] = [1, 2, 3].map(() => join(tempFolder(t), 'data')) as [
      string,
      string,
      string,
    ]
    const [database, fresh] = [await bareDatabase(t), await bareDatabase(t)]
    const release = Math.floor(Number(await askPostgres(database, 'show server_version_num')) / 1e4)
    const tools = findDumpTools(release)
    if (tools === undefined) {
      t.skip(`no pg_dump of PostgreSQL ${release} or newer is installed`)
      return
    }
    await placeSeeded(source)
    mkdirSync(place)
    mkdirSync(restored)
    const run = async (dataDir: string, args: readonly string[], url?: string) => {
      const env = { SVC_MASTER_KEY_FILE: join(dataDir, 'master.key') }
      const more = url === undefined ? {} : { SVC_DATABASE_URL: url }
      return runSvc([...args, '--data-dir', dataDir, '--json'], { env: { ...env, ...more } })
    }
    const moved = await run(source, ['db', 'copy', '--to', database, '--yes'])
    assert.equal(moved.status, 0, moved.err)

    follow(recipes[0], tools, { DATABASE: database, PLACE: place, IMAGES: join(source, 'images') })
    const images = join(restored, 'images')
    follow(recipes[1], tools, { NEW_DATABASE: fresh, PLACE: place, NEW_IMAGES: images })
    for (const file of ['master.key', 'demo.json']) {
      cpSync(join(source, file), join(restored, file))
    }

    const audit = await run(restored, ['audit', 'verify'], fresh)
    assert.equal(audit.status, 0, audit.out + audit.err)
    const keys = await run(restored, ['crypto', 'verify', '--all'], fresh)
    assert.equal(keys.status, 0, keys.out + keys.err)
    const list = ['verifications', 'list']
    const [before, now] = [await run(source, list, database), await run(restored, list, fresh)]
    assert.deepEqual(JSON.parse(now.out).items, JSON.parse(before.out).items)
    assert.ok(readdirSync(images).length > 0)
    const resumed = await run(restored, ['resume-outgoing', '--yes'], fresh)
    assert.deepEqual(JSON.parse(resumed.out), { resumed: true })

    const doctor = await run(restored, ['doctor'], fresh)
    const { groups } = JSON.parse(doctor.out) as { groups: { checks: ToldCheck[] }[] }
    const checks = groups.flatMap((group) => group.checks)
    assert.equal(checks.find(({ name }) => name === 'database_server')?.state, 'well')
    assert.equal(
      checks.some(({ name }) => name === 'backup_age'),
      false,
    )
  })
})

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
