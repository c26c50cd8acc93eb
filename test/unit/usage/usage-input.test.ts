import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseUsageFilter } from '../../../server/usage/usage-input.ts'

test('an instant that its offset takes out of the years that can be written is the nearest one', () => {
  const { from, to } = parseUsageFilter({
    from: '0001-01-01T00:00:00Z',
    to: '9999-12-31T23:59:59-01:00',
  })
  assert.equal(from, 0)
  assert.equal(to, Date.parse('9999-12-31T23:59:59.999Z'))
})

const instants: readonly (readonly [text: string, is: string | undefined])[] = [
  ['2026-11-01T00:00:00+01:00', '2026-10-31T23:00:00.000Z'],
  ['2026-11-01T00:00:00 01:00', '2026-10-31T23:00:00.000Z'],
  ['2026-11-01T00:00:00.250 05:30', '2026-10-31T18:30:00.250Z'],
  ['2026-11-01T00:00:00-01:00', '2026-11-01T01:00:00.000Z'],
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01 01:00', undefined],
  ['2026-11-01 00:00:00', undefined],
  ['2026-11-01T00:00:00Z 01:00', undefined],
  ['2026-11-01T00:00:00  01:00', undefined],
  ['2026-11-01T00:00:00 0100', undefined],
]

for (const [text, is] of instants) {
  test(`${text} is ${is ?? 'refused, with a word on the + of an offset in a URL'}`, () => {
    for (const name of ['from', 'to'] as const) {
      const parse = () => parseUsageFilter({ [name]: text })[name]
      if (is !== undefined) assert.equal(new Date(parse() ?? 0).toISOString(), is)
      else assert.throws(parse, new RegExp(`${name} is an instant .*%2B`))
    }
  })
}

test('what is wrong with an instant is told without a word on URLs where no space is in it', () => {
  assert.throws(() => parseUsageFilter({ from: 'monday' }), /from is an instant such as .*\.$/)
  assert.throws(
    () => parseUsageFilter({ from: 'monday' }),
    (error: Error) => !error.message.includes('%2B'),
  )
})
