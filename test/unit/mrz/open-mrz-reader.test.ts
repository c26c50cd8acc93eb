// Reading the zone of drawn documents in the reader's own process, and what happens when that process fails.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { openMrzReader } from '../../../server/mrz/open-mrz-reader.ts'
import { specimen } from '../../support/specimens.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const picture = (name: string) => readFileSync(new URL(name, import.meta.url))

function open(t: TestContext, more: Partial<Parameters<typeof openMrzReader>[0]> = {}) {
  const reader = openMrzReader({ today: () => new Date('2026-11-23T12:00:00Z'), ...more })
  t.after(() => reader.close())
  return reader
}

/** A program in place of the reader's own, which says that it is ready and then does `what`. */
function openWith(t: TestContext, what: string, more = {}) {
  const entry = join(tempFolder(t), 'program.mjs')
  const head = JSON.stringify({ kind: 'ready' })
  writeFileSync(
    entry,
    `import { frameParts } from '${new URL('../../../server/images/frames.ts', import.meta.url).pathname}'
const say = (head) => { for (const part of frameParts(head, Buffer.alloc(0))) process.stdout.write(part) }
${what.replace('READY', `say(${head})`)}`,
  )
  return open(t, { entry, ...more })
}

const photo = picture('passport.jpg')

describe('the reader of machine-readable zones', () => {
  test('reads a passport however it is turned, and a card of three lines', async (t) => {
    const reader = open(t)
    for (const degrees of [0, 90, 180, 270]) {
      const answer = await reader.read(await sharp(photo).rotate(degrees).jpeg().toBuffer())
      assert.ok('verdict' in answer && answer.verdict === 'valid', `${degrees}°`)
      assert.deepEqual(answer.lines, [
        'P<SENDIALLO<<AWA<FATOU<<<<<<<<<<<<<<<<<<<<<<',
        'A054827318SEN9102033F33061491910203<<<<<<<20',
      ])
    }
    const card = await reader.read(picture('card.jpg'))
    assert.ok('verdict' in card && card.verdict === 'valid')
    assert.deepEqual(card.lines, [
      'IDMARBK73812646<<<<<<<<<<<<<<<',
      '8809173M3111024MAR<<<<<<<<<<<0',
      'BENNANI<<YOUSSEF<<<<<<<<<<<<<<',
    ])
    assert.deepEqual(card.document?.checks, {
      number: true,
      birth: true,
      expiry: true,
      composite: true,
    })
  })

  test('finds the zone below the page, in reading direction', async (t) => {
    const answer = await open(t).read(photo)
    assert.ok('verdict' in answer && answer.verdict === 'valid')
    const { topLeft, topRight, bottomLeft } = answer.zone
    assert.ok(topLeft.x < 200 && topRight.x > 1_000, JSON.stringify(answer.zone))
    assert.ok(topLeft.y > 600 && bottomLeft.y > topLeft.y + 60 && bottomLeft.y < 880)
  })

  test('finds no zone on a face, and says what does not decode', async (t) => {
    const reader = open(t)
    assert.deepEqual(await reader.read(specimen('selfie.jpg')), { verdict: 'no_zone' })
    assert.deepEqual(await reader.read(Buffer.from('no picture')), { failure: 'failed' })
    assert.deepEqual(await reader.read(specimen('selfie.jpg')), { verdict: 'no_zone' })
  })

  test('kills a process that takes too long, and starts another', async (t) => {
    const reader = openWith(t, 'READY; process.stdin.resume()', { pictureMsMax: 300 })
    assert.deepEqual(await reader.read(photo), { failure: 'over_time' })
    assert.deepEqual(await reader.read(photo), { failure: 'over_time' })
  })

  test('goes on after a process that died or answers nonsense', async (t) => {
    const dying = openWith(t, "READY; process.stdin.on('data', () => process.exit(9))")
    assert.deepEqual(await dying.read(photo), { failure: 'failed' })
    const odd = openWith(t, "READY; process.stdin.on('data', () => say({ kind: 'read' }))")
    assert.deepEqual(await odd.read(photo), { failure: 'failed' })
  })

  test('says what is missing and what to do', async (t) => {
    const reader = openWith(t, "say({ kind: 'unavailable', reason: 'model_damaged' })")
    assert.deepEqual(reader.state(), { isReady: true })
    assert.deepEqual(await reader.read(photo), { failure: 'unavailable' })
    assert.deepEqual(reader.state(), {
      isReady: false,
      reason: 'The model that reads documents is damaged. Install the product again.',
    })
  })

  test('reads nothing once it is closed', async (t) => {
    const reader = open(t)
    reader.close()
    assert.deepEqual(await reader.read(photo), { failure: 'failed' })
  })
})
