// Long: moves a demo to PostgreSQL and runs the backup and the restore of the guide on it, word for word.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { askPostgres, findBinaries } from '../../../scripts/postgres/local-server.ts'
import { runSvc } from '../../cli/memory-shell.ts'
import { bareDatabase, onPostgres } from '../../support/postgres.ts'
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
