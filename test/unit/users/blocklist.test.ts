import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readBlocklists } from '../../../server/users/passwords/blocklist.ts'
import { tempFolder } from '../../support/temp-folder.ts'

describe('a list of passwords', () => {
  test('is read from files, packed or not, without remarks, case, signs and empty lines', async (t) => {
    const plain = join(tempFolder(t), 'plain.txt')
    writeFileSync(plain, '# remark\r\nZebra-Lantern\r\n\n!!!\nétang')
    const packed = join(tempFolder(t), 'packed.txt.gz')
    writeFileSync(packed, gzipSync('umbrella\nzebralantern\n'))
    const list = await readBlocklists([plain, packed])
    assert.equal(list.size, 3)
    for (const form of ['zebralantern', 'etang', 'umbrella']) assert.ok(list.has(form), form)
    for (const form of ['remark', '', 'zebra', 'umbrellas']) assert.ok(!list.has(form), form)
  })

  test('holds every line of a long one and nothing else', async (t) => {
    const file = join(tempFolder(t), 'long.txt')
    const lines = Array.from({ length: 10_000 }, (_, at) => `word${at.toString(36)}`)
    writeFileSync(file, lines.join('\n'))
    const list = await readBlocklists([file])
    assert.equal(list.size, lines.length)
    assert.deepEqual(
      lines.filter((line) => !list.has(line)),
      [],
    )
    assert.deepEqual(
      lines.filter((line) => list.has(`${line}-`)),
      [],
    )
  })

  test('that is not there, or is not what its name says, is an error and no empty list', async (t) => {
    const folder = tempFolder(t)
    await assert.rejects(readBlocklists([join(folder, 'none.txt')]), { code: 'ENOENT' })
    await assert.rejects(readBlocklists([join(folder, 'none.txt.gz')]), { code: 'ENOENT' })
    writeFileSync(join(folder, 'plain.txt.gz'), 'not packed')
    await assert.rejects(readBlocklists([join(folder, 'plain.txt.gz')]))
  })
})
