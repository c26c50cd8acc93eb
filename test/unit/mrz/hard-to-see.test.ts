// Slow: tries hundreds of repairs of each line.
//
// When a zone that is hard to see counts as read: two renderings must say the same, because digits also hold by chance.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inventZone } from '../../../scripts/specimens/zones/invent-zone.ts'
import { openChance } from '../../../server/demo/invented/chance.ts'
import { checkDigit } from '../../../server/mrz/check-digit.ts'
import { zoneCharacters } from '../../../server/mrz/ctc-decode.ts'
import type { StripShape } from '../../../server/mrz/line-strip.ts'
import { readLines } from '../../../server/mrz/read-lines.ts'

/** Print of alternating columns, so many levels darker than the ground. */
function striped(contrast: number) {
  const [width, height] = [1_000, 120]
  const pixels = Uint8Array.from({ length: width * height }, (_, at) =>
    Math.floor((at % width) / 4) % 2 === 0 ? 255 - contrast : 255,
  )
  return { pixels, width, height }
}

function shapesOf(pitch: number): readonly StripShape[] {
  return [40, 80].map((y) => ({
    from: { x: 10, y },
    to: { x: 10 + 44 * pitch, y },
    textHeight: pitch * 1.4,
    sag: 0,
    characters: 44,
  }))
}

/** A place of a line where another character is nearly as likely. */
type Unsure = Readonly<Record<number, readonly [other: string, probability: number]>>

/** Each character stands four steps from the next, surely seen but for those that are not. */
function scoresOf(text: string, unsure: Unsure = {}) {
  const columns = zoneCharacters.length + 2
  const steps = text.length * 4 + 4
  const probabilities = new Float32Array(steps * columns)
  for (let step = 0; step < steps; step += 1) {
    const seen = step % 4 === 2 ? zoneCharacters.indexOf(text[(step - 2) / 4] ?? ' ') : -1
    const [other = '', probability = 0] = (seen < 0 ? undefined : unsure[(step - 2) / 4]) ?? []
    probabilities[step * columns + (seen < 0 ? zoneCharacters.length : seen)] = 1 - probability
    if (probability > 0) probabilities[step * columns + zoneCharacters.indexOf(other)] = probability
  }
  return { steps, probabilities, turned: 0, angles: 0 }
}

const zones = [1, 2, 3, 4, 5].map((seed) => inventZone(openChance(seed), 'TD3').lines)

/** Reads print of which each rendering shows the zone of the next of these. */
async function read({
  pitch,
  contrast,
  shown,
  unsure = {},
}: {
  readonly pitch: number
  readonly contrast: number
  readonly shown: readonly (readonly string[])[]
  /** Of the last line. */
  readonly unsure?: Unsure
}) {
  let calls = 0
  const found = await readLines(striped(contrast), shapesOf(pitch), {
    recognise: async () => {
      const text = shown[Math.floor(calls / 2) % shown.length]?.[calls % 2] ?? ''
      calls += 1
      return scoresOf(text, calls % 2 === 0 ? unsure : {})
    },
    year: 2026,
    isLate: () => false,
    known: new Map(),
  })
  return { verdict: found?.verdict, lines: found?.chosen.lines, calls }
}

describe('a zone whose digits hold', () => {
  const [one = []] = zones

  test('is valid at the first look where it is large and dark', async () => {
    const { verdict, lines, calls } = await read({ pitch: 20, contrast: 200, shown: zones })
    assert.deepEqual({ verdict, lines, calls }, { verdict: 'valid', lines: [...one], calls: 2 })
  })

  for (const [kind, pitch, contrast] of [
    ['small', 7, 200],
    ['faint', 20, 30],
  ] as const) {
    // Faint print goes the way of small print but for what is measured of it.
    const lane = kind === 'small' ? '' : ' (long)'

    test(`is valid at the second look that says the same where it is ${kind}`, async () => {
      const { verdict, lines, calls } = await read({ pitch, contrast, shown: [one] })
      assert.deepEqual({ verdict, lines, calls }, { verdict: 'valid', lines: [...one], calls: 4 })
    })

    test(`is doubtful where it is ${kind} and each look says something else${lane}`, async () => {
      assert.equal((await read({ pitch, contrast, shown: zones })).verdict, 'doubtful')
    })

    test(`is doubtful where it is ${kind} and others are likely whose digits hold too${lane}`, async () => {
      const shown = [[names, mistaken]]
      const seen = await read({ pitch, contrast, shown, unsure: lookalikes })
      assert.deepEqual([seen.verdict, seen.lines?.[1]], ['doubtful', mistaken])
    })

    test(`is doubtful where it is ${kind} and the digits hold only after a repair${lane}`, async () => {
      const shown = [[names, printed.replace('08CD', 'O8CD')]]
      const large = await read({ pitch: 20, contrast: 200, shown })
      assert.deepEqual([large.verdict, large.lines?.[1]], ['valid', printed])
      assert.equal((await read({ pitch, contrast, shown })).verdict, 'doubtful')
    })
  }
})

/** A line whose digits hold, and what it was taken for at seven pixels a character: there they hold as well. */
const names = 'P<FRAULYSSE<<CHRISTOPHE<<<<<<<<<<<<<<<<<<<<<'
const printed = '08CD503380FRA6004103M1806058<<<<<<<<<<<<<<06'
const mistaken = 'D8CDS03380FRA6004103M1806058<<<<<<<<<<<<<<06'
const lookalikes: Unsure = { 0: ['0', 0.12], 4: ['5', 0.39] }

test('what is seen behind the names are fillers', async () => {
  const blurred = `${names.slice(0, 30)}C<<K${names.slice(34)}`
  const { verdict, lines } = await read({ pitch: 20, contrast: 200, shown: [[blurred, printed]] })
  assert.deepEqual([verdict, lines], ['valid', [names, printed]])
})

describe('the end of a number', () => {
  const lines = (number: string) => {
    const numbered = number.padEnd(9, '<')
    const second = `${numbered}${checkDigit(numbered)}${printed.slice(10, 43)}`
    const covered = second.slice(0, 10) + second.slice(13, 20) + second.slice(21, 43)
    return [names, second + checkDigit(covered)]
  }
  const seen = (number: string, unsure: Unsure) =>
    read({ pitch: 20, contrast: 200, shown: [lines(number)], unsure })

  test('with fillers that are seen is valid, and so is one that fills its field', async () => {
    assert.equal((await seen('08CD5033', {})).verdict, 'valid')
    assert.equal((await seen('08CD50330', {})).verdict, 'valid')
  })

  test('is doubtful where its first filler may be a zero: both count the same to every check digit', async () => {
    const { verdict, lines: found } = await seen('08CD5033', { 8: ['0', 0.05] })
    assert.deepEqual([verdict, found?.[1]?.slice(0, 9)], ['doubtful', '08CD5033<'])
  })

  test('is doubtful where its last zero was overlooked', async () => {
    const overlooked = lines('08CD50330').map((text, index) =>
      index === 0 ? text : `${text.slice(0, 8)} ${text.slice(9)}`,
    )
    const { verdict, lines: found } = await read({ pitch: 20, contrast: 200, shown: [overlooked] })
    assert.deepEqual([verdict, found?.[1]?.slice(0, 9)], ['doubtful', '08CD5033<'])
  })

  test('is doubtful where what follows it looks like a row of C, whose digits may hold as well', async () => {
    const blurred = 'A054827307SEN9102033F33061491910203CCCCCCC22'
    const shown = [['P<SENDIALLO<<AWA<FATOU<<<<<<<<<<<<<<<<<<<<<<', blurred]]
    assert.equal((await read({ pitch: 20, contrast: 200, shown })).verdict, 'doubtful')
  })
})
