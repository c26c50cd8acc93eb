// What a restore makes of packs that were altered, with the hash of their header in the manifest and without it.

import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { PackReference } from '../../../server/backup/backup-format.ts'
import {
  type Envelope,
  endOfHeader,
  makeEnvelope,
} from '../../../server/backup/envelope/age-envelope.ts'
import { createIdentity } from '../../../server/backup/envelope/age-keys.ts'
import { unpackPack } from '../../../server/backup/packs/unpack-pack.ts'
import { writePack } from '../../../server/backup/packs/write-pack.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const { text, recipient } = await createIdentity()
const identities = [text.trim().split('\n').at(-1) ?? '']
const chunk = 64 * 1024 + 16
const image = { id: 'img_1', file: '2026-11-26/img_1', bytes: 200_000 }
const content = randomBytes(image.bytes)

interface Pack {
  readonly reference: PackReference
  readonly envelope: Envelope
  readonly bytes: Buffer
  /** Where the nonce begins, and the first chunk. */
  readonly nonceAt: number
  readonly bodyAt: number
}

async function makePack(plain: Buffer, known?: Envelope): Promise<Pack> {
  const files = new Map<string, Buffer>()
  const target = {
    async write(name: string, pieces: AsyncIterable<Uint8Array>) {
      const parts: Buffer[] = []
      for await (const piece of pieces) parts.push(Buffer.from(piece))
      files.set(name, Buffer.concat(parts))
    },
  }
  const envelope = known ?? (await makeEnvelope([recipient]))
  const source = { atOnce: 1, read: async () => Buffer.from(plain) }
  const order = { target, instanceId: 'ins_1', recipients: [recipient], envelope, source }
  const { reference } = await writePack(order, [{ ...image, bytes: plain.length }])
  assert.ok(reference)
  const bytes = files.get(reference.name) ?? Buffer.alloc(0)
  const nonceAt = endOfHeader(bytes) ?? 0
  return { reference, envelope, bytes, nonceAt, bodyAt: nonceAt + 16 }
}

const pack = await makePack(content)
const other = await makePack(randomBytes(image.bytes))
const { header_sha256: _left, ...earlier } = pack.reference

/** Unpacks, with the secret key or with the envelope that was opened before, as threads do. */
async function unpack(
  t: TestContext,
  bytes: Buffer,
  {
    reference = pack.reference,
    keys = identities,
    hashesAll = false,
  }: {
    readonly reference?: PackReference
    readonly keys?: readonly string[] | Envelope
    readonly hashesAll?: boolean
  } = {},
): Promise<Buffer> {
  const target = {
    async *read() {
      for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000)
    },
  }
  const root = mkdtempSync(join(tempFolder(t), 'images-'))
  const copy = { hasImage: () => true }
  const [file = ''] = await unpackPack({ target, keys, copy, root, hashesAll }, reference)
  return readFileSync(file)
}

const flipped = (at: number) => {
  const bytes = Buffer.from(pack.bytes)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

function exchanged(): Buffer {
  const bytes = Buffer.from(pack.bytes)
  const [first, second, third] = [0, 1, 2].map((index) => pack.bodyAt + index * chunk)
  pack.bytes.copy(bytes, first, second, third)
  pack.bytes.copy(bytes, second, first, second)
  return bytes
}

const cutOff = 'The file is damaged, cut off, or not a backup of svc.'
const altered =
  'The backup is not what its manifest says: it was damaged or altered. Take another one (svc backup list).'

const alterations: readonly (readonly [what: string, bytes: Buffer, message: string])[] = [
  ['a flipped bit in its first line', flipped(20), cutOff],
  ['a flipped bit in the MAC of its header', flipped(pack.nonceAt - 5), cutOff],
  ['a flipped bit in its nonce', flipped(pack.nonceAt + 3), cutOff],
  ['a flipped bit in a chunk in the middle', flipped(pack.bodyAt + chunk + 99), cutOff],
  ['a flipped bit in its last tag', flipped(pack.bytes.length - 1), cutOff],
  ['its last byte cut off', pack.bytes.subarray(0, -1), cutOff],
  ['its last chunk cut off', pack.bytes.subarray(0, pack.bodyAt + 3 * chunk), cutOff],
  ['all of its chunks cut off', pack.bytes.subarray(0, pack.bodyAt), cutOff],
  ['two chunks exchanged', exchanged(), cutOff],
  ['more behind its end', Buffer.concat([pack.bytes, Buffer.alloc(99)]), cutOff],
  [
    'the chunks of another one',
    Buffer.concat([pack.bytes.subarray(0, pack.bodyAt), other.bytes.subarray(other.bodyAt)]),
    cutOff,
  ],
  ['all that is in another one for the same recipient', other.bytes, altered],
]

for (const [what, bytes, message] of alterations) {
  test(`a pack with ${what} is refused alike, whether the manifest has the hash of its header or not`, async (t) => {
    for (const reference of [pack.reference, earlier]) {
      for (const hashesAll of [false, true]) {
        const unpacking = unpack(t, bytes, { reference, hashesAll })
        await assert.rejects(unpacking, { reason: 'damaged', message })
      }
    }
  })
}

test('a pack whose wrapped key was altered is opened by no identity, and refused beside its envelope', async (t) => {
  const bytes = Buffer.from(pack.bytes)
  // A character of the ephemeral share, and another one of its alphabet.
  bytes.write(bytes[40] === 65 ? 'B' : 'A', 40, 'latin1')
  for (const reference of [pack.reference, earlier]) {
    await assert.rejects(unpack(t, bytes, { reference }), { reason: 'wrong_identity' })
    const unpacking = unpack(t, bytes, { reference, keys: pack.envelope })
    await assert.rejects(unpacking, { reason: 'damaged', message: cutOff })
  }
})

test('a pack of another nonce under the same file key is refused', async (t) => {
  const again = await makePack(content, pack.envelope)
  assert.deepEqual(again.bytes.subarray(0, pack.nonceAt), pack.bytes.subarray(0, pack.nonceAt))
  const unpacking = unpack(t, again.bytes, { keys: pack.envelope })
  await assert.rejects(unpacking, { reason: 'damaged', message: altered })
})

test('the manifest has the hash of the header and the nonce, and the whole pack need not be hashed', async (t) => {
  const hash = createHash('sha256').update(pack.bytes.subarray(0, pack.bodyAt)).digest('hex')
  assert.equal(pack.reference.header_sha256, hash)
  for (const keys of [identities, pack.envelope]) {
    const reference = { ...pack.reference, sha256: other.reference.sha256 }
    assert.ok((await unpack(t, pack.bytes, { reference, keys })).equals(content))
    const deeply = unpack(t, pack.bytes, { reference, keys, hashesAll: true })
    await assert.rejects(deeply, { reason: 'damaged', message: altered })
  }
})

test('a pack of an earlier release is compared whole', async (t) => {
  assert.ok((await unpack(t, pack.bytes, { reference: earlier })).equals(content))
  const reference = { ...earlier, sha256: other.reference.sha256 }
  await assert.rejects(unpack(t, pack.bytes, { reference }), {
    reason: 'damaged',
    message: altered,
  })
})

test('an image that is in two packs is written once', async (t) => {
  const target = {
    async *read() {
      yield pack.bytes
    },
  }
  const root = tempFolder(t)
  const needs = { target, keys: identities, copy: { hasImage: () => true }, root, hashesAll: true }
  const written = await unpackPack(needs, pack.reference)
  assert.equal(written.length, 1)
  assert.deepEqual(await unpackPack(needs, pack.reference), [])
  assert.ok(readFileSync(String(written[0])).equals(content))
})
