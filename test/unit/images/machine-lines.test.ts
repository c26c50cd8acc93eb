import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { awa } from '../../../scripts/specimens/people.ts'
import { cardLines, passportLines } from '../../../server/demo/invented/machine-lines.ts'
import { parseMrz } from '../../../server/mrz/parse-mrz.ts'

/** The holder of the worked examples in ICAO Doc 9303, part 4 (passport) and part 5 (card). */
const erikson = {
  surname: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
  sex: 'F',
  born: '740812',
  expires: '120415',
  state: 'UTO',
} as const

describe('the machine-readable lines of the specimens', () => {
  test('are those of the standard for its passport', () => {
    const holder = { ...erikson, documentNumber: 'L898902C3', personalNumber: 'ZE184226B' }
    assert.deepEqual(passportLines(holder), [
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    ])
  })

  test('are those of the standard for its card', () => {
    const holder = { ...erikson, documentNumber: 'D23145890', personalNumber: '' }
    assert.deepEqual(cardLines(holder), [
      'I<UTOD231458907<<<<<<<<<<<<<<<',
      '7408122F1204159UTO<<<<<<<<<<<6',
      'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ])
  })

  test('carry the number of the holder beside that of the card', () => {
    const holder = { ...erikson, documentNumber: 'D23145890', personalNumber: '' }
    const lines = cardLines({ ...holder, nationalNumber: '9000000000101' })
    assert.equal(lines[0], 'I<UTOD2314589079000000000101<<')
    const document = parseMrz(lines, { year: 2026 })
    assert.deepEqual(document?.optionalFields, ['9000000000101'])
    assert.ok(Object.values(document.checks).every(Boolean))
  })

  test('have the length of their kind for our own holder', () => {
    assert.deepEqual(
      passportLines(awa).map((line) => line.length),
      [44, 44],
    )
    assert.deepEqual(
      cardLines(awa).map((line) => line.length),
      [30, 30, 30],
    )
  })
})
