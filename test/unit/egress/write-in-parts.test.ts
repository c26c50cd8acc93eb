import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeInParts } from '../../../server/egress/write-in-parts.ts'

const refusal = new Error('refused')

/** A table that refuses some entries, and each statement that has one of them. */
function tableWithout(bad: readonly number[]) {
  const rows: number[] = []
  const table = { rows, asked: 0, write }
  async function write(part: readonly number[]): Promise<void> {
    table.asked += 1
    if (part.some((entry) => bad.includes(entry))) throw refusal
    rows.push(...part)
  }
  return table
}

const entries = Array.from({ length: 10_000 }, (_, entry) => entry)
const without = (some: readonly number[]) => entries.filter((entry) => !some.includes(entry))

test('all but the bad ones are written, in their order and in few statements', async () => {
  for (const bad of [[0], [9_999], [5_000], [17, 4_711]]) {
    const table = tableWithout(bad)
    const left = await writeInParts(entries, refusal, table.write)
    assert.deepEqual(left, { kept: [], refused: bad })
    assert.deepEqual(table.rows, without(bad))
    assert.ok(table.asked < 60, `${table.asked} statements`)
  }
})

test('where all are refused it ends soon, and nothing is lost', async () => {
  const table = tableWithout(entries)
  const { kept, refused } = await writeInParts(entries, refusal, table.write)
  assert.ok(table.asked < 70)
  assert.ok(refused.length > 0)
  assert.deepEqual([...refused, ...kept], entries)
})

test('one entry alone is not tried again', async () => {
  const table = tableWithout([])
  assert.deepEqual(await writeInParts([1], refusal, table.write), { kept: [], refused: [1] })
  assert.equal(table.asked, 0)
})

for (const code of ['SQLITE_FULL', '55P03', 'ENOSPC']) {
  test(`nothing is tried in parts where it may pass (${code})`, async () => {
    const error = Object.assign(new Error('later'), { code })
    const table = tableWithout([])
    const left = await writeInParts([1, 2], error, table.write)
    assert.deepEqual([left, table.asked], [{ kept: [1, 2], refused: [] }, 0])
  })
}

test('the rest is kept once nothing more can be stored', async () => {
  const full = Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
  const written: number[] = []
  const left = await writeInParts([1, 2, 3, 4], refusal, async (part) => {
    if (part.includes(3)) throw full
    written.push(...part)
  })
  assert.deepEqual([left, written], [{ kept: [3, 4], refused: [] }, [1, 2]])
})
