// SQLite only: a backup copies its file.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { keepErasures } from '../../../server/backup/keep-erasures.ts'
import { ledgerAt } from '../../../server/backup/ledger/erasure-lines.ts'
import { folderTarget } from '../../../server/backup/places/folder-target.ts'
import { runSvc } from '../../cli/memory-shell.ts'
import { eraseByPeriod } from '../../support/erasure.ts'
import { type BackupScene, openBackupScene } from '../../support/scenes/backup-scene.ts'

/** A backup of three verifications, of which the first two were erased afterwards. */
async function openScene(t: TestContext) {
  const scene = await openBackupScene(t)
  const ids = [await scene.add('Awa'), await scene.add('Modou'), await scene.add('Khady')]
  const [first = '', second = '', kept = ''] = ids
  const file = `${(await scene.back()).name}.age`
  for (const id of [first, second]) await eraseByPeriod(scene, id)
  assert.equal(await keepErasures(scene.appliance), 1)
  const ledgerFile = join(scene.store, 'erasures.jsonl')
  return {
    scene,
    file,
    kept,
    ledgerFile,
    lines: () => readFileSync(ledgerFile, 'utf8').trimEnd().split('\n'),
    write: (lines: readonly string[]) =>
      writeFileSync(ledgerFile, lines.map((line) => `${line}\n`).join('')),
    restore: (takesUnproven = false) =>
      scene.restore(file, join(scene.folder, 'restored'), {
        ledger: { lines: () => ledgerAt(folderTarget(scene.store)), takesUnproven },
      }),
  }
}

/** The line of another verification than the one that was erased. */
function forged(line: string, verificationId: string): string {
  return JSON.stringify({
    ...JSON.parse(line),
    id: 'era_00000000000000000000000000',
    verification_id: verificationId,
  })
}

test('a ledger to which somebody added or from which somebody took is not repeated', async (t) => {
  const { restore, lines, write, kept, scene } = await openScene(t)
  const [one = '', two = '', proof = ''] = lines()
  assert.match(proof, /^\{"proof":\{"entries":2,/)
  const more = forged(one, kept)
  const altered: readonly (readonly string[])[] = [
    [one, two, more, proof],
    [one, two, proof, more],
    [one, proof],
    [two, one, proof],
    [one, more, proof],
    [one, two],
    [more],
    [one, two, more, proof.replace('"entries":2', '"entries":3')],
  ]
  for (const some of altered) {
    write(some)
    await assert.rejects(restore(), {
      reason: 'damaged',
      message: /not proven.*\(\d of \d\).*--erasures/,
    })
    assert.deepEqual(
      readdirSync(scene.folder).filter((name) => name.startsWith('restored')),
      [],
    )
  }
  write([one, two, proof])
  const { ledgerEntries, erasedAgain, unprovenEntries } = await restore()
  assert.deepEqual([ledgerEntries, erasedAgain, unprovenEntries], [2, 2, 0])
})

test('the entries of an earlier release are repeated where the operator says so, and proven with the next backup', async (t) => {
  const { restore, lines, write, scene } = await openScene(t)
  const proven = lines()
  write(proven.slice(0, 2))
  await assert.rejects(restore(), { reason: 'damaged' })
  const { erasedAgain, unprovenEntries } = await restore(true)
  assert.deepEqual([erasedAgain, unprovenEntries], [2, 2])
  await scene.back()
  assert.deepEqual(lines(), proven)
  assert.deepEqual(unprovenAt(scene), [], 'each of them was known')
})

const unprovenAt = ({ store }: BackupScene) =>
  readdirSync(store).filter((name) => name.startsWith('erasures-unproven-'))

test('what nobody vouches for is put aside, and is in no proven ledger', async (t) => {
  const { restore, lines, write, kept, scene } = await openScene(t)
  const proven = lines()
  const [one = '', two = '', proof = ''] = proven
  const altered = [one, two, proof, forged(one, kept), 'no entry']
  write(altered)
  await scene.back()
  assert.deepEqual(lines(), proven)
  assert.ok(scene.logLines.some((line) => /"count":2.*"event":"erasures_unproven"/.test(line)))
  const [aside = ''] = unprovenAt(scene)
  assert.equal(readFileSync(join(scene.store, aside), 'utf8'), `${altered.join('\n')}\n`)
  assert.equal((await restore()).erasedAgain, 2)
})

test('a ledger of several pieces is put aside as it was', async (t) => {
  const { lines, write, kept, scene } = await openScene(t)
  const [one = ''] = lines()
  const line = forged(one, kept)
  const bytes = 5 * 1024 * 1024
  const altered = Array.from({ length: Math.ceil(bytes / line.length) }, (_, index) =>
    line.replace('era_000000', `era_${String(index).padStart(6, '0')}`),
  )
  write(altered)
  await scene.back()
  const [aside = ''] = unprovenAt(scene)
  const isSame = readFileSync(join(scene.store, aside), 'utf8') === `${altered.join('\n')}\n`
  assert.ok(isSame, 'every entry is there, in its place')
})

test('a ledger that is older than the backup is told', async (t) => {
  const { lines, write, scene } = await openScene(t)
  const older = lines()
  await eraseByPeriod(scene, await scene.add('Rachid'))
  const { name } = await scene.back()
  assert.equal(lines().length, older.length + 1)
  write(older)
  const result = await scene.restore(`${name}.age`, join(scene.folder, 'restored'), {
    ledger: { lines: () => ledgerAt(folderTarget(scene.store)), takesUnproven: false },
  })
  assert.equal(result.lackingEntries, 1)
})

test('svc says of a ledger without proof what to do, and takes the one that it exported', async (t) => {
  const { lines, write, scene } = await openScene(t)
  const proven = lines()
  const { env, folder } = scene
  const exported = join(folder, 'exported.jsonl')
  const told = await runSvc(['erase', 'list', '--export', exported], { env })
  assert.match(told.err, /2 entries/)
  assert.deepEqual(readFileSync(exported, 'utf8').trimEnd().split('\n'), proven)
  await scene.appliance.db.close()
  write(proven.slice(0, 1))
  const order = ['restore', 'latest', '--identity-file', scene.identityFile, '--yes']
  const refused = await runSvc(order, { env })
  assert.notEqual(refused.status, 0)
  assert.match(refused.err, /\(1 of 1\).*--unproven-erasures/)
  const taken = await runSvc([...order, '--unproven-erasures'], { env })
  assert.equal(taken.status, 0, taken.err)
  assert.match(
    taken.err.replaceAll(/\s+/g, ' '),
    /1 entry of the ledger of erasures came without proof/,
  )
  const drill = ['--data-dir', join(folder, 'drill')]
  const other = await runSvc([...order, ...drill, '--erasures', exported, '--json'], { env })
  assert.equal(other.status, 0, other.err)
  const { ledger_entries, ledger_unproven, ledger_lacking } = JSON.parse(other.out)
  assert.deepEqual([ledger_entries, ledger_unproven, ledger_lacking], [2, 0, 0])
})
