import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { doctorChecks } from '../../../server/doctor/check-names.ts'
import { checkWords, wordsOf } from '../../support/check-words.ts'
import { misprints } from '../../support/french-misprints.ts'
import { connectionCases } from './connection-cases.ts'
import { machineCases } from './machine-cases.ts'
import { postgresCases } from './postgres-cases.ts'
import { storedCases } from './stored-cases.ts'

const checkCases = [...machineCases, ...connectionCases, ...postgresCases, ...storedCases]

describe('each check tells its findings apart', () => {
  for (const [name, state, code, outcome] of checkCases) {
    test(`${name}: ${state} ${code}`, () => {
      assert.deepEqual([outcome.state, outcome.code], [state, code])
      for (const language of ['en', 'fr'] as const) {
        const { finding, advice = '' } = wordsOf(language, { name, ...outcome })
        assert.doesNotMatch(finding + advice, /\{\{|undefined|NaN/)
      }
    })
  }
})

test('every check that fails or warns says what to do', () => {
  const silent = checkCases
    .filter(([, state]) => state === 'failed' || state === 'warning')
    .filter(([name, , , outcome]) => wordsOf('en', { name, ...outcome }).advice === undefined)
    .map(([name, , code]) => `${name} ${code}`)
  assert.deepEqual(silent, [])
})

test('the texts are those of the checks, and every text has a case', () => {
  const seen = new Set(checkCases.map(([name, , code]) => `${name} ${code}`))
  const codes = new Set(checkCases.map(([, , code]) => code))
  const { checks, shared } = checkWords.en
  assert.deepEqual(
    Object.keys(checks),
    doctorChecks.map(({ name }) => name),
  )
  const without = Object.entries(checks).flatMap(([name, { findings }]) =>
    Object.keys(findings)
      .filter((code) => !seen.has(`${name} ${code}`))
      .map((code) => `${name} ${code}`),
  )
  assert.deepEqual(without, [])
  assert.deepEqual(
    Object.keys(shared).filter((code) => !codes.has(code)),
    [],
  )
})

test('the texts are set in French as the French set it', () => {
  const { groups, checks, shared } = checkWords.fr
  const findings = Object.values(checks).flatMap((check) => Object.values(check.findings))
  const said = [...findings, ...Object.values(shared)].flatMap((texts) => Object.values(texts))
  for (const text of [...Object.values(groups), ...said])
    for (const [rule, wrong] of misprints) assert.doesNotMatch(text, wrong, rule)
})

test('every value that a text shows is given by the check', () => {
  const missing = checkCases.flatMap(([name, , code, { values = {} }]) => {
    const texts = checkWords.en.checks[name].findings[code] ?? checkWords.en.shared[code] ?? {}
    const wanted = Object.values(texts).flatMap((text) =>
      [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, value = '']) => value),
    )
    return wanted.filter((value) => !(value in values)).map((value) => `${name} ${code} ${value}`)
  })
  assert.deepEqual(missing, [])
})

test('values are written in their unit, and counts in the form of the language', () => {
  const values = { count: 2, stored: 1, known: 3 }
  assert.match(
    wordsOf('en', { name: 'schema', code: 'pending', values }).finding,
    /^2 migrations are/,
  )
  const one = { ...values, count: 1 }
  assert.match(
    wordsOf('fr', { name: 'schema', code: 'pending', values: one }).finding,
    /^1 migration est/,
  )
  const space = {
    name: 'free_space',
    code: 'well',
    values: { free_bytes: 5, reserve_bytes: 2 },
  } as const
  assert.equal(wordsOf('en', space).finding, '5 B free; the reserve is 2 B.')
  assert.throws(() => wordsOf('en', { name: 'memory', code: 'no_such_code' }), /no text/)
})
