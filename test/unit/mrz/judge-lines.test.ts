import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeLines } from '../../../server/mrz/judge-lines.ts'
import { parseMrz } from '../../../server/mrz/parse-mrz.ts'

const others = ['9403143F3506097SEN275119940040', 'TERANGA<<AWA<MAREME<<<<<<<<<<<']

function verdictOf(first: string) {
  const lines = [first, ...others]
  const document = parseMrz(lines, { year: 2026 })
  assert.ok(Object.values(document?.checks ?? { none: false }).every(Boolean), first)
  const costs = { repairCost: 0, meanCost: 0, rivalCost: Number.POSITIVE_INFINITY }
  return judgeLines({ lines, document, holds: true, confidence: 1, unsure: [[], [], []], ...costs })
}

test('sure lines whose digits hold are valid', () => {
  assert.equal(verdictOf('I<SENSP00423176<<<<<<<<<<<<<<<'), 'valid')
})

test('a number with fillers inside is doubtful: zeros may have been misread, and the digits hold all the same', () => {
  assert.equal(verdictOf('I<SENSP<<423176<<<<<<<<<<<<<<<'), 'doubtful')
})
