// The zones of the simulated photos that the reader is measured with: true lines, the same each time.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inventZone } from '../../../scripts/specimens/zones/invent-zone.ts'
import { openChance } from '../../../server/demo/invented/chance.ts'
import { parseMrz } from '../../../server/mrz/parse-mrz.ts'

const formats = ['TD1', 'TD2', 'TD3', 'MRV-A', 'MRV-B', 'FR-ID'] as const

describe('the zones of simulated photos', () => {
  for (const format of formats) {
    test(`${format}: fifty invented zones have their format, true digits and real dates`, () => {
      const chance = openChance(1)
      for (let count = 0; count < 50; count += 1) {
        const { lines } = inventZone(chance, format)
        const document = parseMrz(lines, { year: 2026 })
        assert.equal(document?.format, format, lines.join('\n'))
        assert.ok(Object.values(document.checks).every(Boolean), lines.join('\n'))
        assert.match(document.birthDate ?? '', /^\d{4}-\d\d-\d\d$/)
      }
    })
  }

  test('are the same each time', () => {
    const invented = () => inventZone(openChance(7), 'TD1')
    assert.deepEqual(invented(), invented())
  })
})
