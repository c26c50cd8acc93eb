// Slow: writes and reads images with many and large notes.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { stripText } from '../../../server/images/decoder/plain-png.ts'
import { startProgram } from '../../support/child-program.ts'
import { type Note, notedPng } from '../../support/images/odd-images.ts'
import { sharedDecoders } from '../../support/shared-parts.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const image = () =>
  sharp({ create: { width: 40, height: 30, channels: 4, background: '#1188cc80' } })

const raw = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
const hostileNotes: readonly Note[] = ['zTXt', 'iTXt', 'tEXt', 'iCCP', 'eXIf']

describe('a PNG as the decoder gets it', () => {
  for (const kind of hostileNotes) {
    test(`has lost its ${kind} chunks where they are many or large, and no pixel`, async () => {
      const noted = await notedPng(kind, 100_000)
      const plain = stripText(noted)
      assert.ok(noted.includes(kind) && !plain.includes(kind))
      const bare = await notedPng('eXIf', 0).then(stripText)
      assert.deepEqual(await raw(plain), await raw(bare))
    })
  }

  test('is the very same bytes where there is nothing to leave out', async () => {
    const png = await image().png().toBuffer()
    const bare = stripText(png)
    assert.equal(stripText(bare), bare)
  })

  test('keeps its colour profile', async () => {
    const png = await image().withIccProfile('p3').png().toBuffer()
    const before = await sharp(png).metadata()
    const after = await sharp(stripText(png)).metadata()
    assert.ok(before.icc && after.icc?.equals(before.icc))
  })

  test('keeps the transparency of a palette', async () => {
    const png = await image().png({ palette: true }).toBuffer()
    const plain = stripText(png)
    assert.ok(plain.includes('tRNS'))
    assert.deepEqual(await raw(plain), await raw(png))
  })

  test('keeps an unknown chunk that is needed to show the image', async () => {
    const png = await notedPng('tEXt', 100)
    png.write('TEXt', png.indexOf('tEXt'), 'latin1')
    assert.ok(stripText(png).includes('TEXt'))
  })
})

describe('a PNG with notes made to exhaust memory', () => {
  test('is opened and copied within 150 MB, be it 1 MB or 10 MB (long)', async (t) => {
    const folder = tempFolder(t)
    const files: string[] = []
    const write = (name: string, bytes: Buffer) => {
      const file = join(folder, name)
      writeFileSync(file, bytes)
      files.push(file)
    }
    write('plain', await image().png().toBuffer())
    write('zTXt of 1 MB', await notedPng('zTXt', 1_000_000))
    for (const kind of hostileNotes) write(`${kind} of 10 MB`, await notedPng(kind, 10_000_000))
    const program = startProgram(t, new URL('inspect-in-bounds.ts', import.meta.url), files)
    for (const file of files.slice(1)) {
      const { kind, megabytes } = JSON.parse((await program.nextLine()) ?? '{}')
      assert.equal(kind, 'readable', file)
      assert.ok(megabytes < 150, `${file}: ${megabytes} MB`)
    }
  })

  test('is no reason to refuse it: editors write long texts too', async () => {
    const expectation = { role: 'front', idType: 'national_id' } as const
    const png = await notedPng('iTXt', 200_000)
    const { kind } = await sharedDecoders.inspect(png, expectation, { measureQuality: false })
    assert.equal(kind, 'readable')
  })
})
