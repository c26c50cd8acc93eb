import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderTarget } from '../../../server/backup/places/folder-target.ts'
import { listBackups } from '../../../server/backup/places/list-backups.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const sha256 = 'a'.repeat(64)
const name = 'svc-2026-11-20T21-15-00Z-k3f9q2'
const older = 'svc-2026-11-19T21-15-00Z-p7c2x1'

const indexOf = (file: string) =>
  JSON.stringify({
    format: 1,
    app_version: '1.2.0',
    schema_version: 1,
    instance_id: 'ins_1',
    master_key: 'f'.repeat(16),
    started_at: '2026-11-20T21:15:00.000Z',
    ended_at: '2026-11-20T21:16:00.000Z',
    packs: [],
    missing_images: 0,
    file: { name: file, sha256, bytes: 4 },
  })

test('a backup is listed if its index names its own file, and no other', async (t) => {
  const folder = tempFolder(t)
  for (const file of [name, older]) writeFileSync(join(folder, `${file}.age`), 'data')
  const namesListed = async (file: string) => {
    writeFileSync(join(folder, `${name}.json`), indexOf(file))
    const { backups } = await listBackups(folderTarget(folder))
    return backups.map((backup) => backup.name)
  }
  assert.deepEqual(await namesListed(`${name}.age`), [name])
  for (const other of [`${older}.age`, `../${name}.age`, '/dev/zero', `x/../${name}.age`, '']) {
    assert.deepEqual(await namesListed(other), [], other)
  }
})
