import assert from 'node:assert/strict'
import { test } from 'node:test'
import { theme } from '../../../console/frame/theme.ts'

test('a field with a fault keeps the red border of the library', () => {
  const vars = theme.components?.Input?.vars
  assert.ok(typeof vars === 'function')
  const borderOf = (error: unknown) => vars(theme, { error }, undefined).wrapper['--input-bd']
  assert.equal(borderOf(undefined), 'var(--svc-field-line)')
  assert.equal(borderOf('This is no email address.'), undefined)
})
