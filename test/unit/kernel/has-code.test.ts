import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, hasCode } from '../../../server/kernel/has-code.ts'

const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' })

test('the code of an error is its text, and empty where it has none', () => {
  const cases: readonly (readonly [error: unknown, code: string])[] = [
    [missing, 'ENOENT'],
    [Object.assign(new Error('timeout'), { code: 23 }), ''],
    [new Error('no code'), ''],
    [{ code: 'ENOENT' }, ''],
    [undefined, ''],
  ]
  assert.deepEqual(
    cases.map(([error]) => codeOf(error)),
    cases.map(([, code]) => code),
  )
})

test('an error has its own code only', () => {
  assert.equal(hasCode(missing, 'ENOENT'), true)
  assert.equal(hasCode(missing, 'EACCES'), false)
  assert.equal(hasCode({ code: 'ENOENT' }, 'ENOENT'), false)
})
