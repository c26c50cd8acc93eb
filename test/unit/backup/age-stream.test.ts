// Slow: encrypts with the library of age, in JavaScript.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Decrypter, Encrypter } from 'age-encryption'
import { createIdentity, readRecipients } from '../../../server/backup/envelope/age-keys.ts'
import { decryptWith, encryptTo } from '../../../server/backup/envelope/age-stream.ts'

const { text, recipient } = await createIdentity()
const identity = text.trim().split('\n').at(-1) ?? ''
const chunk = 64 * 1024

async function* inPieces(bytes: Buffer, piece: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
}

async function all(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

for (const bytes of [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 2 * chunk + 7]) {
  test(`${bytes} bytes are read by the library of age, and its files by us`, async () => {
    const plain = randomBytes(bytes)
    const ours = await all(encryptTo([recipient], inPieces(plain, 10_007)))
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    assert.ok(Buffer.from(await decrypter.decrypt(new Uint8Array(ours))).equals(plain))
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    const theirs = Buffer.from(await encrypter.encrypt(new Uint8Array(plain)))
    for (const piece of [1_000_000, 4_001]) {
      assert.ok((await all(decryptWith([identity], inPieces(theirs, piece)))).equals(plain))
      assert.ok((await all(decryptWith([identity], inPieces(ours, piece)))).equals(plain))
    }
  })
}

test('a file that was cut anywhere, swapped about or is no age file is damaged', async () => {
  const whole = await all(encryptTo([recipient], inPieces(randomBytes(3 * chunk), chunk)))
  const swapped = Buffer.from(whole)
  const body = whole.length - 3 * (chunk + 16)
  whole.copy(swapped, body, body + chunk + 16, body + 2 * (chunk + 16))
  whole.copy(swapped, body + chunk + 16, body, body + chunk + 16)
  const cuts = [0, 3, 20, body - 8, body + 1, body + chunk + 16, whole.length - 1]
  for (const file of [
    ...cuts.map((end) => whole.subarray(0, end)),
    swapped,
    Buffer.from('x'.repeat(99)),
    Buffer.concat([whole, Buffer.from('more')]),
  ]) {
    await assert.rejects(all(decryptWith([identity], inPieces(file, 9_999))), { reason: 'damaged' })
  }
})

test('another recipient, and what is no recipient, are said', async () => {
  const other = await createIdentity()
  const file = await all(encryptTo([other.recipient], inPieces(Buffer.from('x'), 1)))
  await assert.rejects(all(decryptWith([identity], inPieces(file, 99))), {
    reason: 'wrong_identity',
  })
  const wrong = `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`
  await assert.rejects(all(encryptTo([wrong], inPieces(Buffer.from('x'), 1))), {
    reason: 'recipient_unusable',
  })
  assert.throws(() => readRecipients(identity), { reason: 'recipient_unusable' })
  assert.deepEqual(readRecipients(`${recipient}, ${other.recipient}`), [recipient, other.recipient])
})
