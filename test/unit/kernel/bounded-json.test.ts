import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseBoundedJson } from '../../../server/kernel/bounded-json.ts'

const parse = (text: string, bounds = { depthMax: 3, valuesMax: 10 }) =>
  parseBoundedJson(Buffer.from(text), bounds)

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)

describe('JSON from outside', () => {
  test('is read as it stands', () => {
    assert.deepEqual(parse('{"a":[1,"{[,:\\"[[[[",null]}'), { a: [1, '{[,:"[[[[', null] })
    assert.equal(parse('null'), null)
  })

  test('is none where it is malformed', () => {
    for (const text of ['', '{', '"', '"\\', '{"a"}', 'nul']) assert.equal(parse(text), undefined)
  })

  test('is refused one level beyond the bound, in lists and objects', () => {
    assert.deepEqual(parse(nested(3)), [[[]]])
    assert.equal(parse(nested(4)), undefined)
    assert.deepEqual(parse('[{"a":[]}]'), [{ a: [] }])
    assert.equal(parse('[{"a":[{}]}]'), undefined)
  })

  test('is refused where it holds more values than the bound', () => {
    assert.equal((parse(`[${'1,'.repeat(7)}1]`) as unknown[]).length, 8)
    assert.equal(parse(`[${'1,'.repeat(9)}1]`), undefined)
    assert.equal(parse(`[${'[],'.repeat(9)}[]]`), undefined)
  })

  test('is refused where its strings hold more escapes than the bound', () => {
    const bounds = { depthMax: 3, valuesMax: 10, escapesMax: 4 }
    assert.deepEqual(parse('{"\\n\\n":"\\"\\\\"}', bounds), { '\n\n': '"\\' })
    assert.equal(parse('{"\\n\\n":"\\"\\\\\\u0061"}', bounds), undefined)
  })

  test('by default at 64 levels, and in little time whatever fills 4 MB', () => {
    const bytes = 4 * 1024 * 1024
    assert.notEqual(parseBoundedJson(Buffer.from(nested(64))), undefined)
    assert.equal(parseBoundedJson(Buffer.from(nested(65))), undefined)
    const fillers = ['[', '{"a":', '[1,', '{"a":1,', '"\\"', ',', '\\"', '[[],']
    for (const filler of fillers) {
      const body = Buffer.from(filler.repeat(Math.floor(bytes / filler.length)))
      const before = process.cpuUsage()
      assert.equal(parseBoundedJson(body), undefined)
      // Not by the clock, which also runs while others have the processor.
      const { user, system } = process.cpuUsage(before)
      assert.ok(user + system < 1_000_000, filler)
    }
  })
})
