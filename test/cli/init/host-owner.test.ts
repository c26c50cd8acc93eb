import assert from 'node:assert/strict'
import { chmodSync, chownSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { actingAs, ownerOfPlace } from '../../../cli/host-owner.ts'
import { tempFolder } from '../../support/temp-folder.ts'

test('root that acts as another user says that this user was refused', async (t) => {
  if (process.geteuid?.() !== 0) return t.skip('it needs root')
  const folder = tempFolder(t)
  chmodSync(folder, 0o700)
  writeFileSync(join(folder, 'file'), '')
  const nobody = { userId: 65_534, groupId: 65_534 }
  await assert.rejects(
    actingAs(nobody, async () => readFileSync(join(folder, 'file'))),
    { message: new RegExp(`^The user nobody may not reach ${folder}/file: .* \\(mode 700\\)`) },
  )
  assert.equal(process.geteuid?.(), 0)
  assert.equal(statSync(folder).uid, 0)
})

test('a place belongs to whoever can put something else there', (t) => {
  const folder = tempFolder(t)
  const place = join(folder, 'later/data')
  if (process.geteuid?.() !== 0) {
    assert.equal(ownerOfPlace(place)?.userId, process.getuid?.())
    return
  }
  assert.equal(ownerOfPlace(place), undefined)
  chownSync(folder, 65_534, 65_533)
  assert.deepEqual(ownerOfPlace(place), { userId: 65_534, groupId: 65_533 })
})
