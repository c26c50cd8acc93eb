import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseMrz } from '../../../server/mrz/parse-mrz.ts'

const line = (text: string, length: number) => text.padEnd(length, '<')
const names = 'ERIKSSON<<ANNA<MARIA'

/** The specimens printed in ICAO Doc 9303, and a French card of the former model. */
const specimens: Readonly<Record<string, readonly string[]>> = {
  TD1: [line('I<UTOD231458907', 30), '7408122F1204159UTO<<<<<<<<<<<6', line(names, 30)],
  TD2: [line(`I<UTO${names}`, 36), 'D231458907UTO7408122F1204159<<<<<<<6'],
  TD3: [line(`P<UTO${names}`, 44), 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
  'MRV-A': [line(`V<UTO${names}`, 44), line('L8988901C4XXX4009078F96121096ZE184226B', 44)],
  'MRV-B': [line(`V<UTO${names}`, 36), line('L8988901C4XXX4009078F9612109', 36)],
  'FR-ID': [line('IDFRABERTHIER', 36), '8806923102858CORINNE<<<<<<<6512068F6'],
}
const longNumber = [
  line('I<UTOD23145890<7349', 30),
  '3407127M9507122UTO<<<<<<<<<<<2',
  line('STEVENSON<<PETER<JOHN', 30),
]

const parse = (lines: readonly string[] = []) => parseMrz(lines, { year: 2026 })
const allHold = (lines: readonly string[] | undefined) => {
  const checks = Object.values(parse(lines)?.checks ?? {})
  return checks.length > 0 && checks.every((one) => one)
}

describe('reading machine-readable lines', () => {
  for (const [format, lines] of Object.entries(specimens)) {
    test(`reads ${format}, whose check digits all hold`, () => {
      assert.equal(parse(lines)?.format, format)
      assert.ok(allHold(lines), JSON.stringify(parse(lines)))
    })

    test(`finds a wrong digit of ${format}`, () => {
      const [first = '', second = '', ...rest] = lines
      const place = format === 'TD1' ? 2 : format === 'FR-ID' ? 28 : 15
      const wrong = String((Number(second[place]) + 1) % 10)
      const changed = second.slice(0, place) + wrong + second.slice(place + 1)
      assert.equal(parse([first, changed, ...rest])?.checks.birth, false)
    })
  }

  test('returns every field of a passport', () => {
    assert.deepEqual(parse(specimens.TD3), {
      format: 'TD3',
      documentCode: 'P',
      issuingState: 'UTO',
      documentNumber: 'L898902C3',
      nationality: 'UTO',
      birthDate: '1974-08-12',
      sex: 'F',
      expiryDate: '2012-04-15',
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      optionalFields: ['ZE184226B'],
      checks: { number: true, birth: true, expiry: true, optional: true, composite: true },
    })
  })

  test('joins the two parts of a long number, and checks the whole', () => {
    const read = parse(longNumber)
    assert.equal(read?.documentNumber, 'D23145890734')
    assert.deepEqual(read?.optionalFields, [])
    assert.ok(allHold(longNumber))
    assert.equal(parse(longNumber.map((one) => one.replace('7349', '7340')))?.checks.number, false)
  })

  test('reads a state of one letter, and both names of a French card', () => {
    const german = (specimens.TD3 ?? []).map((one) => one.replace('UTO', 'D<<'))
    assert.equal(parse(german)?.issuingState, 'D')
    assert.equal(parse(german)?.nationality, 'D')
    const french = parse(specimens['FR-ID'])
    assert.deepEqual([french?.surname, french?.givenNames], ['BERTHIER', 'CORINNE'])
    assert.equal(french?.expiryDate, undefined)
  })

  test('takes the century by the kind of date, and only dates that exist', () => {
    const dated = (birth: string, expiry: string) => {
      const read = parse([line(`P<UTO${names}`, 44), line(`L898902C36UTO${birth}0F${expiry}0`, 44)])
      return [read?.birthDate, read?.expiryDate]
    }
    assert.deepEqual(dated('261231', '760101'), ['2026-12-31', '2076-01-01'])
    assert.deepEqual(dated('270101', '770101'), ['1927-01-01', '1977-01-01'])
    assert.deepEqual(dated('7408<<', '300230'), ['1974-08', undefined])
    assert.deepEqual(dated('74<<<<', '301301'), ['1974', undefined])
  })

  test('refuses lines of another length or with other characters', () => {
    assert.equal(parse(['P<UTO', 'L898902C36']), undefined)
    assert.equal(parse((specimens.TD3 ?? []).map((one) => one.toLowerCase())), undefined)
    assert.equal(parse([]), undefined)
  })
})
