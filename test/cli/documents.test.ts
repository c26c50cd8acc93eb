// Slow: reads documents. The test of what the console shows of a zone reads one in the fast lane.
//
// `svc documents read`: what it prints, and what its exit status says.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runSvc } from './memory-shell.ts'

const passport = fileURLToPath(new URL('../unit/mrz/passport.jpg', import.meta.url))
const selfie = fileURLToPath(new URL('../../data/reference/specimens/selfie.jpg', import.meta.url))

test('a passport is read, with its fields (long)', async () => {
  const { status, out } = await runSvc(['documents', 'read', passport])
  assert.equal(status, 0)
  assert.match(out, /passport\.jpg: valid: all check digits hold\n/)
  assert.match(out, /\n {2}number {6}A05482731\n {2}surname {5}DIALLO\n {2}given names AWA FATOU\n/)
})

test('a picture without a zone makes the exit status 3, and all are told as JSON', async () => {
  const { status, out } = await runSvc(['documents', 'read', passport, selfie, '--json'])
  assert.equal(status, 3)
  const { documents } = JSON.parse(out)
  assert.deepEqual(
    documents.map((one: { readonly verdict: string }) => one.verdict),
    ['valid', 'no_zone'],
  )
  assert.equal(documents[0].document.birthDate, '1991-02-03')
})

test('every file that cannot be read is named', async () => {
  const missing = join(fileURLToPath(new URL('.', import.meta.url)), 'missing')
  const { status, err } = await runSvc(['documents', 'read', `${missing}-1`, `${missing}-2`])
  assert.equal(status, 2)
  assert.match(err, /no file .*missing-1\.\n.*no file .*missing-2\./)
})
