// SQLite only: a database on PostgreSQL is never put back.

import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { type ChangeNeeds, goBack } from '../../../server/upgrade/change-release.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const now = Date.parse('2026-11-26T22:00:00Z')
const order = { from: '1.3.0', to: '1.2.0', acceptsLoss: false }

/** 1.3.0 is in use on schema 2; a start of the release that is returned to misses entries of the audit log. */
function changedInstallation(t: TestContext) {
  const folder = tempFolder(t)
  const [root, dataDir] = [join(folder, 'opt'), join(folder, 'data')]
  mkdirSync(join(dataDir, 'backups'), { recursive: true })
  for (const [version, schema] of [
    ['1.2.0', 1],
    ['1.3.0', 2],
  ] as const) {
    mkdirSync(join(root, version), { recursive: true })
    const migrations = [{ version: schema, name: 'one', kind: 'additive', rewrites: [] }]
    const release = { format: 1, version, platform: 'linux-x64', upgrades_from: '1.2.0' }
    const description = { ...release, unpacked_bytes: 1, migrations, settings: [] }
    writeFileSync(join(root, version, 'release.json'), JSON.stringify(description))
  }
  symlinkSync('1.3.0', join(root, 'current'))
  writeDatabase(join(dataDir, 'svc.db'), 2)
  writeDatabase(join(dataDir, 'backups/before-migration-from-1-1.db'), 1)
  const lost = join(dataDir, 'audit-heads-lost')
  const said: string[] = []
  const needs: ChangeNeeds = {
    root,
    dataDir,
    clock: new ManualClock(now),
    service: {
      stop: async () => {},
      start: async () => writeFileSync(lost, 'missed by the start\n', { flag: 'a' }),
    },
    isServing: () => true,
    asOwner: (work) => work(),
    backUp: undefined,
    tryRelease: async () => undefined,
    awaitReady: async () => undefined,
    say: (line) => said.push(line),
  }
  return { needs, said, lost, kept: join(dataDir, `backups/rolled-back-from-1.3.0-${now}.db`) }
}

function writeDatabase(file: string, schema: number): void {
  const connection = openConnection(file)
  connection.exec(
    `create table schema_migrations (version integer); insert into schema_migrations values (${schema})`,
  )
  connection.close()
}

describe('a return to the release before', () => {
  test('settles the entries of the audit log that it has lost, and keeps where they are', async (t) => {
    const { needs, said, lost, kept } = changedInstallation(t)
    assert.deepEqual(await goBack(needs, order), { kind: 'rolled_back' })
    assert.equal(readlinkSync(join(needs.root, 'current')), '1.2.0')
    assert.ok(existsSync(kept))
    assert.ok(!existsSync(lost))
    assert.equal(readFileSync(`${kept}.audit-heads`, 'utf8'), 'missed by the start\n')
    assert.match(said.at(-1) ?? '', /from after the upgrade are in .*rolled-back-from-1\.3\.0/)
  })

  test('leaves what was lost before, which nobody has settled', async (t) => {
    const { needs, lost } = changedInstallation(t)
    writeFileSync(lost, 'lost before\n')
    await goBack(needs, order)
    assert.equal(readFileSync(lost, 'utf8'), 'lost before\nmissed by the start\n')
  })
})
