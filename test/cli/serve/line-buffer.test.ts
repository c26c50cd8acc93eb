import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gatherLines } from '../../../cli/serve/line-buffer.ts'
import { ManualClock } from '../../support/manual-clock.ts'

function gathering() {
  const clock = new ManualClock()
  const writes: string[] = []
  const lines = gatherLines(clock, (text) => writes.push(text))
  return { clock, writes, lines }
}

describe('lines that follow one another', () => {
  test('after a quiet moment the first is written at once', () => {
    const { clock, writes, lines } = gathering()
    lines.write('a\n')
    assert.deepEqual(writes, ['a\n'])
    clock.advance(60_000)
    lines.write('b\n')
    assert.deepEqual(writes, ['a\n', 'b\n'])
  })

  test('quickly wait 50 ms at most and are written together, in order', () => {
    const { clock, writes, lines } = gathering()
    for (const line of ['a\n', 'b\n', 'c\n']) lines.write(line)
    clock.advance(49)
    assert.deepEqual(writes, ['a\n'])
    clock.advance(1)
    assert.deepEqual(writes, ['a\n', 'b\nc\n'])
    lines.write('d\n')
    assert.equal(writes.length, 2)
    clock.advance(50)
    assert.deepEqual(writes, ['a\n', 'b\nc\n', 'd\n'])
  })

  test('are written without waiting when they are many', () => {
    const { writes, lines } = gathering()
    const line = `${'x'.repeat(999)}\n`
    for (let count = 0; count < 1000; count += 1) lines.write(line)
    assert.ok(writes.length > 10 && writes.length < 20, String(writes.length))
    lines.flush()
    assert.equal(writes.join(''), line.repeat(1000))
  })

  test('are written at once when someone asks, and once only', () => {
    const { clock, writes, lines } = gathering()
    for (const line of ['a\n', 'b\n']) lines.write(line)
    lines.flush()
    lines.flush()
    clock.advance(1000)
    assert.deepEqual(writes, ['a\n', 'b\n'])
  })
})
