import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { normalisedName } from '../../../server/matching/normalised-name.ts'

const cases: readonly [parts: readonly (string | undefined)[], string | undefined][] = [
  [['Awa', 'Teranga'], 'awa teranga'],
  [['TERANGA', 'awa'], 'awa teranga'],
  [['Awa Teranga'], 'awa teranga'],
  [['  Awa   Teranga '], 'awa teranga'],
  [['Aïssatou', 'N’Diaye'], 'aissatou ndiaye'],
  [["Aissatou N'DIAYE"], 'aissatou ndiaye'],
  [['Jean-Pierre', 'Œuvrard'], 'jean oeuvrard pierre'],
  [['Mme Awa', 'Teranga'], 'awa teranga'],
  [['Me'], 'me'],
  [['فاطمة', 'الزهراء'], 'الزهراء فاطمه'],
  [['Diallo', 'Diallo'], 'diallo diallo'],
  [['Awa', undefined], 'awa'],
  [[undefined, undefined], undefined],
  [['', '--'], undefined],
  [['not available', 'N/A'], undefined],
]

describe('a name, normalised', () => {
  for (const [parts, expected] of cases) {
    test(`${JSON.stringify(parts)} is ${JSON.stringify(expected)}`, () => {
      assert.equal(normalisedName(parts), expected)
    })
  }

  test('keeps different spellings apart', () => {
    assert.notEqual(normalisedName(['Awa', 'Diallo']), normalisedName(['Awa', 'Jallow']))
  })
})
