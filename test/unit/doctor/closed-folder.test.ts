import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openOwnedFolders } from '../../support/owned-folders.ts'

const isRoot = process.geteuid?.() === 0
const nobody = 65_534

test('a database in a folder that this user may not enter is not said to be missing', {
  skip: !isRoot && 'only root can become another user',
}, (t) => {
  const { made } = openOwnedFolders(t)
  const [closed, empty] = [made('closed', 4242, 0o700), made('empty', nobody, 0o700)]
  writeFileSync(join(closed, 'svc.db'), '')
  assert.equal(faultAs(nobody, join(closed, 'svc.db')), 'unreadable')
  assert.equal(faultAs(nobody, join(empty, 'svc.db')), 'missing')
})

/** Looks in a process that gives its rights away. */
function faultAs(userId: number, file: string): string {
  const module = new URL('../../../server/doctor/open-scene.ts', import.meta.url)
  const program = `
    const { tryExamine } = await import(${JSON.stringify(module.href)})
    process.setgroups([]); process.setgid(${userId}); process.setuid(${userId})
    process.stdout.write(String(tryExamine(${JSON.stringify(file)}).databaseFault))
  `
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program])
  assert.notEqual(stdout.length, 0, stderr.toString())
  return stdout.toString()
}
