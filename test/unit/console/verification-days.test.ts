import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unknownValues } from '../../../console/frame/unknown-parameters/known-values.ts'
import { spanOf } from '../../../console/pages/verifications/days.ts'

/** Paris sets its clocks forward on 29 March 2026, which has 23 hours there, and back on 25 October. */
function inParis<T>(read: () => T): T {
  const zone = process.env.TZ
  process.env.TZ = 'Europe/Paris'
  try {
    return read()
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
}

/** Half past midnight of 30 March in Paris. */
const now = new Date('2026-03-29T22:30:00Z')

const spans: readonly (readonly [string, string, string | undefined, string | undefined])[] = [
  ['today', 'today', '2026-03-29T22:00:00.000Z', undefined],
  ['seven days, of which one has 23 hours', '7d', '2026-03-23T23:00:00.000Z', undefined],
  ['thirty days', '30d', '2026-02-28T23:00:00.000Z', undefined],
  [
    'own days, the last whole',
    '2026-11-01..2026-11-21',
    '2026-10-31T23:00:00.000Z',
    '2026-11-21T23:00:00.000Z',
  ],
  ['no first day', '..2026-03-28', undefined, '2026-03-28T23:00:00.000Z'],
  ['no last day', '2026-03-28..', '2026-03-27T23:00:00.000Z', undefined],
  [
    'a day of 23 hours',
    '2026-03-29..2026-03-29',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ],
  [
    'a day of 25 hours',
    '2026-10-25..2026-10-25',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ],
]
for (const [what, text, from, to] of spans) {
  test(`verifications of ${what}`, () => {
    assert.deepEqual(
      inParis(() => spanOf(text, now)),
      { ...(from && { created_from: from }), ...(to && { created_to: to }) },
    )
    assert.deepEqual(unknownValues('/verifications', new URLSearchParams({ dates: text })), [])
  })
}

for (const text of ['..', '8d', 'yesterday', '2026-13-01..', '2026-11-21..2026-11-01']) {
  test(`days that cannot be read choose nothing, and the page names them: '${text}'`, () => {
    assert.deepEqual(spanOf(text, now), {})
    const named = unknownValues('/verifications', new URLSearchParams({ dates: text }))
    const [only] = named
    assert.deepEqual([named.length, only?.name, only?.value], [1, 'dates', text])
  })
}
