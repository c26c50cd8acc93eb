import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openIo } from '../../cli/io.ts'
import { ownShell } from '../../cli/shell.ts'
import {
  type ShownVerification,
  verificationText,
} from '../../cli/verifications/show-verification.ts'

import { documentJson, maskedDocument } from '../../server/api/verifications/document-api.ts'
import { foundZone } from '../../server/verifications/zone/zone-reading.ts'

const approved: ShownVerification = {
  id: 'ver_1',
  status: 'approved',
  country: 'SN',
  id_type: 'passport',
  created_at: '2026-11-21T09:30:00.000Z',
  completed_at: '2026-11-21T09:30:02.000Z',
}
const skipped = { scoring_skipped: true, scoring_error: 'UNAVAILABLE' }

const cases: readonly (readonly [
  name: string,
  more: Partial<ShownVerification>,
  told: RegExp | undefined,
])[] = [
  ['there is one', { score: { score: 742, band: 'high' } }, /\nscore +742 \(high\)\n/],
  ['it was skipped', { score: null, metadata: skipped }, /\nscore +skipped: the scoring engine/],
  ['nobody asked for one', { score: null }, undefined],
]

for (const [name, more, told] of cases) {
  test(`a verification is shown with its score and band where ${name}`, () => {
    const io = openIo(ownShell(), { NO_COLOR: '1' }, () => ({}), AbortSignal.any([]))
    const text = verificationText(io, { ...approved, ...more })
    if (told) assert.match(text, told)
    else assert.doesNotMatch(text, /score/)
  })
}

test('a verification is shown with the findings of its images and why a check did not pass', () => {
  const io = openIo(ownShell(), { NO_COLOR: '1' }, () => ({}), AbortSignal.any([]))
  const finding = {
    role: 'front',
    code: 'image_glare',
    figure: 0.4123,
    limit: 0.25,
    unit: 'percent',
  }
  const checks = [
    { check: 'document_authenticity', result: 'passed' },
    { check: 'last_name', result: 'failed', reason: 'different_name' },
  ]
  const text = verificationText(io, { ...approved, checks, findings: [finding] })
  assert.match(text, /\ncheck +document_authenticity: passed\n/)
  assert.match(text, /\ncheck +last_name: failed \(different_name\)\n/)
  assert.match(text, /\nfinding +front: image_glare, 0\.41 percent \(limit 0\.25\)\n/)
})

test('a verification is shown with what its document’s zone says, masked as it is given', () => {
  const io = openIo(ownShell(), { NO_COLOR: '1' }, () => ({}), AbortSignal.any([]))
  const late = { outcome: 'over_time', found: undefined, readAt: 0 } as const
  const none = { ...approved, document: documentJson(late, []) }
  assert.match(verificationText(io, none), /\ndocument +over_time\n/)
  const lines = [
    'P<SENDIALLO<<AWA<FATOU<<<<<<<<<<<<<<<<<<<<<<',
    'A054827318SEN9102033F33061491910203<<<<<<<20',
  ]
  const corner = { x: 0, y: 0 }
  const corners = { topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner }
  const readAt = Date.UTC(2026, 10, 21)
  const found = foundZone({ side: 'front', corners, lines, confidence: 0.95 }, readAt)
  const whole = documentJson({ outcome: 'valid', found, readAt }, [])
  assert.match(
    verificationText(io, { ...approved, document: whole }),
    /\ndocument +valid: TD3, SEN, number A05482731, born 1991-02-03, expires 2033-06-14, on the front\n/,
  )
  const masked = verificationText(io, { ...approved, document: maskedDocument(whole) })
  assert.match(masked, /\ndocument +valid: TD3, SEN, number …731, on the front\n/)
})
