import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Frame,
  frameParts,
  frameReader,
  headBytesMax,
} from '../../../server/images/decoder/frames.ts'

const body = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 251))

/** What arrives of `bytes` in chunks of `chunkBytes`. */
function readIn(chunkBytes: number, bytes: Buffer): readonly Frame[] {
  const frames: Frame[] = []
  const read = frameReader(10_000, (frame) => frames.push(frame))
  for (let at = 0; at < bytes.length; at += chunkBytes) read(bytes.subarray(at, at + chunkBytes))
  return frames
}

describe('messages over a pipe', () => {
  const sent = Buffer.concat([
    ...frameParts({ kind: 'first' }, body),
    ...frameParts({ kind: 'second' }, Buffer.alloc(0)),
    ...frameParts({ kind: 'third' }, body.subarray(0, 7)),
  ])

  for (const chunkBytes of [1, 3, 8, 64, 1_021, 100_000]) {
    test(`arrive as they were sent, in chunks of ${chunkBytes} bytes`, () => {
      assert.deepEqual(readIn(chunkBytes, sent), [
        { head: { kind: 'first' }, body },
        { head: { kind: 'second' }, body: Buffer.alloc(0) },
        { head: { kind: 'third' }, body: body.subarray(0, 7) },
      ])
    })
  }

  test('are not heard out beyond their bounds, however little of them has come', () => {
    const lengths = (head: number, bytes: number) => {
      const both = Buffer.alloc(8)
      both.writeUInt32BE(head, 0)
      both.writeUInt32BE(bytes, 4)
      return both
    }
    assert.throws(() => readIn(8, lengths(headBytesMax + 1, 0)), /beyond its bounds/)
    assert.throws(() => readIn(8, lengths(2, 10_001)), /beyond its bounds/)
    assert.deepEqual(readIn(8, lengths(2, 10_000)), [])
  })

  test('are refused where the head is no JSON', () => {
    const [lengths = body] = frameParts({ a: 1 }, Buffer.alloc(0))
    assert.throws(() => readIn(64, Buffer.concat([lengths, Buffer.from('{"a":1;')])), SyntaxError)
  })
})
