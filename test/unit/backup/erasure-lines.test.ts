import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { erasureLines } from '../../../server/backup/ledger/erasure-lines.ts'

/** What is read of these pieces, one list for each and one for the rest. */
async function linesOf(...pieces: readonly (string | Buffer)[]) {
  const read: (readonly string[])[] = []
  const content = (async function* () {
    for (const piece of pieces) yield Buffer.from(piece)
  })()
  for await (const lines of erasureLines(content)) read.push(lines)
  return read
}

describe('the lines of a ledger of erasures', () => {
  test('are whole where a piece ends within one, even within a letter', async () => {
    const accent = Buffer.from('é')
    const read = await linesOf(
      'one\ntw',
      Buffer.concat([Buffer.from('o\nth'), accent.subarray(0, 1)]),
      Buffer.concat([accent.subarray(1), Buffer.from('re')]),
    )
    assert.deepEqual(read, [['one'], ['two'], [], ['thére']])
  })

  test('leave out empty ones', async () => {
    assert.deepEqual(await linesOf('one\n\n \n', '\n'), [['one'], [], []])
  })

  test('are not gathered without end where somebody wrote a text without line ends', async () => {
    const long = 'x'.repeat(1_000_000)
    const read = await linesOf(long, long, long)
    assert.ok(read.flat().every(({ length }) => length <= long.length))
    assert.equal(read.flat().join('').length, 3 * long.length)
  })
})
