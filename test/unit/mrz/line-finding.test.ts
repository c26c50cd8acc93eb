// What finds the lines of a zone where the page disturbs: frames, waves, a line that is not seen, letters overlooked.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { peaksOf, zoneCharacters } from '../../../server/mrz/ctc-decode.ts'
import { fitLength } from '../../../server/mrz/fit-length.ts'
import { letterMask } from '../../../server/mrz/letter-mask.ts'
import { withLostLine } from '../../../server/mrz/lost-line.ts'
import type { TextMask } from '../../../server/mrz/text-mask.ts'

function maskOf(rows: readonly string[]): TextMask {
  const width = rows[0]?.length ?? 0
  const marks = Uint8Array.from(rows.join(''), (mark) => (mark === '#' ? 1 : 0))
  return { marks, width, height: rows.length }
}

function shown({ marks, width }: TextMask): readonly string[] {
  const all = Array.from(marks, (mark) => (mark === 1 ? '#' : ' ')).join('')
  return all.match(new RegExp(`.{${width}}`, 'g')) ?? []
}

describe('the marks that may be letters', () => {
  test('are kept without the frame around them', () => {
    const blank = ' '.repeat(98)
    const letters = '  ####  ####  '.padEnd(98)
    const inside = (text: string) => `#${text}#`
    const frame = '#'.repeat(100)
    const found = letterMask(
      maskOf([frame, inside(blank), ...Array(4).fill(inside(letters)), inside(blank), frame]),
    )
    const kept = shown(found)
    assert.equal(kept[0]?.trim(), '')
    assert.equal(kept[3], ` ${letters} `)
  })

  test('are kept where blur has joined them, and not where they are a thin rule', () => {
    const joined = Array(6).fill('#'.repeat(90).padEnd(100))
    const rule = ['#'.repeat(90).padEnd(100)]
    const blank = [' '.repeat(100)]
    const kept = shown(letterMask(maskOf([...joined, ...blank, ...rule])))
    assert.equal(kept[2]?.trim().length, 90)
    assert.equal(kept.at(-1)?.trim(), '')
  })
})

test('a line that was not found is looked for below, above and between the two others', () => {
  const line = (y: number) => ({
    from: { x: 10, y },
    to: { x: 310, y: y + 2 },
    textHeight: 12,
    sag: 0,
    characters: 44,
  })
  const heights = withLostLine(line(100), line(120)).map((lines) => lines.map(({ from }) => from.y))
  assert.deepEqual(heights, [
    [100, 120, 140],
    [80, 100, 120],
    [100, 110, 120],
  ])
  assert.ok(
    withLostLine(line(1), line(2))
      .flat()
      .every(({ characters }) => characters === 30),
  )
})

/** Scores in which each character stands four steps from the next, where it was seen. */
function scoresOf(text: string) {
  const columns = zoneCharacters.length + 2
  const steps = text.length * 4 + 4
  const probabilities = new Float32Array(steps * columns)
  for (let step = 0; step < steps; step += 1) {
    const seen = step % 4 === 2 ? zoneCharacters.indexOf(text[(step - 2) / 4] ?? ' ') : -1
    probabilities[step * columns + (seen < 0 ? zoneCharacters.length : seen)] = 1
  }
  return { steps, probabilities, turned: 0, angles: 0 }
}

test('an overlooked letter shifts no other, though as many were seen as the line has', () => {
  const printed = 'P<SEN IALLO<<AWA<FATOU<<<<<<<'
  const scores = scoresOf(`${printed}<<`)
  const peaks = peaksOf(scores)
  assert.equal(peaks.length, 30)
  const { line } = fitLength({ scores, peaks, width: scores.steps * 8 }, 30)
  const read = line.scores.map((one) => zoneCharacters[one.indexOf(Math.max(...one))]).join('')
  assert.equal(read.slice(6, 22), 'IALLO<<AWA<FATOU')
  assert.equal(line.isGuessed[5], true)
})
