import assert from 'node:assert/strict'
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openLogFile } from '../../../cli/serve/log-file.ts'
import { mountSmallDisk } from '../../support/small-disk.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const lostLine = (count: number) => `lost ${count}\n`

function openFile(t: TestContext, bytesMax = 100, filesMax = 3) {
  const path = join(tempFolder(t), 'svc.log')
  return { path, file: openLogFile({ path, bytesMax, filesMax }, lostLine) }
}

const line = (number: number) => `${String(number).padStart(39, '.')}\n`
const textOf = (path: string) => readFileSync(path, 'utf8')

test('a full file is renamed, and the oldest of too many is removed', (t) => {
  const { path, file } = openFile(t)
  for (let number = 1; number <= 9; number += 1) file.write(line(number))
  assert.equal(textOf(path), line(9))
  assert.equal(textOf(`${path}.1`), line(7) + line(8))
  assert.equal(textOf(`${path}.2`), line(5) + line(6))
  assert.equal(existsSync(`${path}.3`), false)
})

test('lines are appended to what is there, and no stranger may read them', (t) => {
  const { path, file } = openFile(t)
  file.write('one\n')
  openLogFile({ path, bytesMax: 100, filesMax: 3 }, lostLine).write('two\n')
  assert.equal(textOf(path), 'one\ntwo\n')
  assert.equal(statSync(path).mode & 0o007, 0)
})

test('half a line that a killed process left is ended before the next one', (t) => {
  const path = join(tempFolder(t), 'svc.log')
  writeFileSync(path, 'one\nhal')
  openLogFile({ path, bytesMax: 100, filesMax: 3 }, lostLine).write('two\n')
  assert.equal(textOf(path), 'one\nhal\ntwo\n')
})

test('a file that somebody renames is begun anew', (t) => {
  const { path, file } = openFile(t)
  file.write('one\n')
  renameSync(path, `${path}.moved`)
  file.write('two\n')
  assert.deepEqual([textOf(path), textOf(`${path}.moved`)], ['two\n', 'one\n'])
})

test('a line longer than a file is written whole', (t) => {
  const { path, file } = openFile(t, 10)
  const long = `${'x'.repeat(50)}\n`
  file.write(long)
  file.write('y\n')
  assert.deepEqual([textOf(`${path}.1`), textOf(path)], [long, 'y\n'])
})

test('a full disk ends nothing; how many lines are missing is said once there is room', (t) => {
  const disk = mountSmallDisk(t, 1)
  if (disk === undefined) return
  const path = join(disk.folder, 'svc.log')
  const file = openLogFile({ path, bytesMax: 10_000_000, filesMax: 3 }, lostLine)
  file.write('one\n')
  disk.leave(0)
  const block = 'x'.repeat(8191)
  file.write(`${block}\n`)
  file.write(`${block}\n${block}\n`)
  disk.leave(1_000_000)
  file.write('two\n')
  assert.match(textOf(path), /^one\n(?:x*\n)?lost 3\ntwo\n$/)
})

test('a path that cannot be opened is an error at once', (t) => {
  const folder = tempFolder(t)
  writeFileSync(join(folder, 'file'), '')
  const path = join(folder, 'file', 'svc.log')
  assert.throws(() => openLogFile({ path, bytesMax: 10, filesMax: 2 }, lostLine), /ENOTDIR/)
})
