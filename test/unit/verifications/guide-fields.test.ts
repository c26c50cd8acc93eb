import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGuide } from '../../../scripts/guide-tables.ts'
import { sandboxBodySchema } from '../../../server/api/verifications/submission-api.ts'
import { verificationDetailSchema } from '../../../server/api/verifications/verification-json.ts'

test('the guide has a row for each field of a verification request', () => {
  const rows = section('Fields of a verification request').matchAll(/^\| (`.+?`) \|/gm)
  const named = [...rows].flatMap(([, cell = '']) => inBackticks(cell))
  assert.deepEqual(absent(sandboxBodySchema.shape, named), [])
})

test('the guide names each field of a verification', () => {
  const [prose = ''] = section('A verification').split('```json')
  assert.deepEqual(absent(verificationDetailSchema.shape, inBackticks(prose)), [])
})

function section(title: string): string {
  const [, text = ''] = readGuide('api').split(`\n## ${title}\n`)
  return text.split('\n## ')[0] ?? ''
}

function inBackticks(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

function absent(shape: object, named: readonly string[]): readonly string[] {
  return Object.keys(shape).filter((name) => !named.includes(name))
}
