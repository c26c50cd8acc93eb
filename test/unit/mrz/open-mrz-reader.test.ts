// Slow: reads documents. The test of what the console shows of a zone reads one in the fast lane.
//
// Reading the zone of drawn documents in the reader's own process, and what happens when that process fails.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { zonePhoto } from '../../../scripts/specimens/zones/zone-photos.ts'
import { openMrzReader } from '../../../server/mrz/open-mrz-reader.ts'
import { specimen } from '../../support/images/specimens.ts'
import { openZoneReader } from '../../support/images/zone-reader.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { turns } from '../../support/turns.ts'

const picture = (name: string) => readFileSync(new URL(name, import.meta.url))

const today = () => new Date('2026-11-23T12:00:00Z')

function open(t: TestContext, more: Partial<Parameters<typeof openMrzReader>[0]> = {}) {
  const reader = openMrzReader({ today, ...more })
  t.after(() => reader.close())
  return reader
}

/** A program in place of the reader's own, which does `what`. */
function writeProgram(
  t: TestContext,
  what: string,
  entry = join(tempFolder(t), 'program.mjs'),
): string {
  const frames = fileURLToPath(new URL('../../../server/images/decoder/frames.ts', import.meta.url))
  writeFileSync(
    entry,
    `import { frameParts, frameReader } from '${frames}'
const say = (head) => { for (const part of frameParts(head, Buffer.alloc(0))) process.stdout.write(part) }
${what}`,
  )
  return entry
}

const ready = "say({ kind: 'ready' })"
const answersAll = "process.stdin.on('data', frameReader(1e7, () => say({ kind: 'no_zone' })))"
const answersOnce =
  "let seen = 0; process.stdin.on('data', frameReader(1e7, () => { if (++seen === 1) say({ kind: 'no_zone' }) }))"

function openWith(t: TestContext, what: string, limits = {}) {
  return open(t, { entry: pathToFileURL(writeProgram(t, what)), limits })
}

const photo = picture('passport.jpg')
const passportLines = [
  'P<SENDIALLO<<AWA<FATOU<<<<<<<<<<<<<<<<<<<<<<',
  'A054827318SEN9102033F33061491910203<<<<<<<20',
]

describe('the reader of machine-readable zones', () => {
  /** One process for all that is read, because it loads its model for longer than it reads. */
  const reader = openZoneReader(today)
  after(() => reader.close())

  const readsTurned = async (degrees: number) => {
    const answer = await reader.read(await sharp(photo).rotate(degrees).jpeg().toBuffer())
    assert.ok('verdict' in answer && answer.verdict === 'valid', `${degrees}°`)
    assert.deepEqual(answer.lines, passportLines)
  }

  test('reads a passport that lies on its side (long)', () => readsTurned(90))

  for (const degrees of [180, 270]) {
    test(`reads a passport turned by ${degrees}° (long)`, () => readsTurned(degrees))
  }

  test('reads a simulated photo exactly (long)', async () => {
    const { picture, lines } = await zonePhoto('TD3', 1)
    const answer = await reader.read(picture)
    assert.ok('verdict' in answer && answer.verdict === 'valid', JSON.stringify(answer))
    assert.deepEqual(answer.lines, lines)
  })

  test('reads a card of three lines', async () => {
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

  test('finds the zone below the page, in reading direction', async () => {
    const answer = await reader.read(photo)
    assert.ok('verdict' in answer && answer.verdict === 'valid')
    assert.deepEqual(answer.lines, passportLines)
    const { topLeft, topRight, bottomLeft } = answer.zone
    assert.ok(topLeft.x < 200 && topRight.x > 1_000, JSON.stringify(answer.zone))
    assert.ok(topLeft.y > 600 && bottomLeft.y > topLeft.y + 60 && bottomLeft.y < 880)
  })

  test('reads a zone in a frame that touches its letters, under waves (long)', async () => {
    const { width, height } = await sharp(photo).metadata()
    const waves = Array.from({ length: 30 }, (_, index) => {
      const y = (index * height) / 30
      return `<path d="M0 ${y}Q${width / 4} ${y + 12} ${width / 2} ${y}T${width} ${y}" stroke="#4a7fb0"/>`
    })
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <g fill="none" stroke-width="2" stroke-opacity="0.6">${waves.join('')}
      <rect x="40" y="${height * 0.76}" width="${width - 80}" height="${height * 0.2}" stroke="#c11" stroke-width="4"/>
      </g></svg>`
    const marked = sharp(photo).composite([{ input: Buffer.from(drawing) }])
    const answer = await reader.read(await marked.jpeg().toBuffer())
    assert.ok('verdict' in answer && answer.verdict === 'valid', JSON.stringify(answer))
    assert.equal(answer.lines[1], 'A054827318SEN9102033F33061491910203<<<<<<<20')
  })

  test('says what does not decode, and finds no zone on a face', async () => {
    assert.deepEqual(await reader.read(Buffer.from('no picture')), { failure: 'failed' })
    assert.deepEqual(await reader.read(specimen('selfie.jpg')), { verdict: 'no_zone' })
  })

  test('tries nothing on a picture once its processor time is over', async (t) => {
    const answer = await open(t, { tryingMsMax: 0 }).read(photo)
    assert.ok('verdict' in answer && answer.verdict !== 'valid', JSON.stringify(answer))
  })

  test('kills a process that takes too long, and starts another', async (t) => {
    const reader = openWith(t, `${ready}; process.stdin.resume()`, { orderMsMax: 300 })
    assert.deepEqual(await reader.read(photo), { failure: 'over_time' })
    assert.deepEqual(await reader.read(photo), { failure: 'over_time' })
  })

  test('goes on after a process that died or answers nonsense', async (t) => {
    const dying = openWith(t, `${ready}; process.stdin.on('data', () => process.exit(9))`)
    assert.deepEqual(await dying.read(photo), { failure: 'failed' })
    const odd = openWith(t, `${ready}; process.stdin.on('data', () => say({ kind: 'read' }))`)
    assert.deepEqual(await odd.read(photo), { failure: 'failed' })
  })

  test('says what is missing and what to do', async (t) => {
    const reader = openWith(t, "say({ kind: 'unavailable', reason: 'model_damaged' })")
    assert.deepEqual(reader.state(), { isReady: true })
    // The second waits for the next try.
    assert.deepEqual(await reader.read(photo), { failure: 'unavailable' })
    assert.deepEqual(await reader.read(photo), { failure: 'unavailable' })
    assert.deepEqual(reader.state(), {
      isReady: false,
      code: 'model_damaged',
      reason: 'The model that reads documents is damaged. Install the product again.',
    })
  })

  test('keeps no picture waiting for a process that did not start a moment ago', async (t) => {
    const reader = openWith(t, 'process.stdin.resume()', {
      startMs: { first: 300, longest: 300 },
      backOffMs: { first: 60_000, longest: 60_000 },
    })
    assert.deepEqual(await reader.read(photo), { failure: 'unavailable' })
    const answers: unknown[] = []
    const again = reader.read(photo).then((answer) => answers.push(answer))
    // No process starts within one turn of the event loop.
    await turns(1)
    assert.deepEqual(answers, [{ failure: 'unavailable' }])
    await again
    const state = reader.state()
    assert.ok(
      !state.isReady && state.reason.startsWith('The process that reads documents takes too long'),
    )
  })

  test('starts anew once the wait after a failed start is over (long)', async (t) => {
    const entry = writeProgram(t, "say({ kind: 'unavailable', reason: 'model_damaged' })")
    const reader = open(t, {
      entry: pathToFileURL(entry),
      limits: { backOffMs: { first: 1, longest: 1 } },
    })
    assert.deepEqual(await reader.read(photo), { failure: 'unavailable' })
    writeProgram(t, 'process.exit(1)', entry)
    await setTimeout(20)
    assert.deepEqual(await reader.read(photo), { failure: 'unavailable' })
    const state = reader.state()
    assert.ok(!state.isReady && state.reason.includes('does not start'), 'not what lacked before')
    writeProgram(t, `${ready}; ${answersOnce}`, entry)
    await setTimeout(20)
    assert.deepEqual(await reader.read(photo), { verdict: 'no_zone' })
    assert.deepEqual(reader.state(), { isReady: true })
  })

  test('lets thirty-two pictures wait and no more (long)', async (t) => {
    const reader = openWith(t, `${ready}; process.stdin.resume()`, { orderMsMax: 400 })
    const first = reader.read(photo)
    await turns(3)
    const others = Array.from({ length: 33 }, () => reader.read(photo, AbortSignal.timeout(300)))
    assert.deepEqual(await others.at(-1), { failure: 'busy' })
    assert.deepEqual(await others[0], { failure: 'cancelled' })
    assert.deepEqual(await first, { failure: 'over_time' })
  })

  test('answers at once that a picture was cancelled, and reads the next', async (t) => {
    const reader = openWith(t, `${ready}; ${answersAll}`)
    const cancelling = new AbortController()
    const underWay = reader.read(photo, cancelling.signal)
    const waiting = reader.read(photo, cancelling.signal)
    cancelling.abort()
    assert.deepEqual(await underWay, { failure: 'cancelled' })
    assert.deepEqual(await waiting, { failure: 'cancelled' })
    assert.deepEqual(await reader.read(photo, cancelling.signal), { failure: 'cancelled' })
    assert.deepEqual(await reader.read(picture('card.jpg')), { verdict: 'no_zone' })
  })

  test('kills a process that holds too much memory', async (t) => {
    const reader = openWith(
      t,
      `${ready}; process.stdin.once('data', () => { globalThis.kept = Buffer.alloc(300 * 1024 * 1024, 1) })`,
      { memoryBytesMax: 250 * 1024 * 1024 },
    )
    assert.deepEqual(await reader.read(photo), { failure: 'failed' })
  })

  test('gives a process that holds much no further picture (long)', async (t) => {
    const forgetful = openWith(t, `${ready}; ${answersOnce}`, { reusableBytesMax: 1 })
    assert.deepEqual(await forgetful.read(photo), { verdict: 'no_zone' })
    assert.deepEqual(await forgetful.read(photo), { verdict: 'no_zone' })
    const reused = openWith(t, `${ready}; ${answersOnce}`, { orderMsMax: 300 })
    assert.deepEqual(await reused.read(photo), { verdict: 'no_zone' })
    assert.deepEqual(await reused.read(photo), { failure: 'over_time' })
  })

  test('reads nothing once it is closed', async (t) => {
    const reader = open(t)
    reader.close()
    assert.deepEqual(await reader.read(photo), { failure: 'failed' })
  })
})
