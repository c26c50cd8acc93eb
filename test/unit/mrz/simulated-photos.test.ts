// The simulated photos that the reader is measured with: true lines, the same each time, and read.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inventZone } from '../../../scripts/specimens/zones/invent-zone.ts'
import { zonePhoto } from '../../../scripts/specimens/zones/zone-photos.ts'
import { openChance } from '../../../server/demo/invented/chance.ts'
import { parseMrz } from '../../../server/mrz/parse-mrz.ts'
import { openZoneReader } from '../../support/zone-reader.ts'

const formats = ['TD1', 'TD2', 'TD3', 'MRV-A', 'MRV-B', 'FR-ID'] as const

describe('simulated photos of documents', () => {
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

  test('are read exactly (long)', async (t) => {
    const photo = await zonePhoto('TD3', 1)
    const reader = openZoneReader(() => new Date('2026-11-23T12:00:00Z'))
    t.after(() => reader.close())
    const answer = await reader.read(photo.picture)
    assert.ok('verdict' in answer && answer.verdict === 'valid', JSON.stringify(answer))
    assert.deepEqual(answer.lines, photo.lines)
  })
})
