import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '../../../server/kernel/app-error.ts'
import { firstIdAt } from '../../../server/kernel/ids.ts'
import { filterQuery, parseVerificationFilter } from '../../../server/verifications/filter-input.ts'

const empty = {
  status: undefined,
  country: undefined,
  idType: undefined,
  externalRef: undefined,
  reviewState: undefined,
  scoringSkipped: undefined,
  idFrom: undefined,
  idBefore: undefined,
}

describe('the filter of the list', () => {
  test('of nothing filters nothing', () => {
    assert.deepEqual(parseVerificationFilter({}), empty)
  })

  test('takes each of its parts, and all of them together', () => {
    assert.deepEqual(
      parseVerificationFilter({
        status: 'declined',
        country: 'MA',
        id_type: 'national_id',
        external_ref: 're\u0301f',
        review_state: 'closed',
        scoring_skipped: 'true',
        created_from: '2026-11-21',
        created_to: '2026-11-22T10:00:00+01:00',
      }),
      {
        status: 'declined',
        country: 'MA',
        idType: 'national_id',
        externalRef: 're\u0301f',
        reviewState: 'closed',
        scoringSkipped: true,
        idFrom: firstIdAt('ver', Date.UTC(2026, 10, 21)),
        idBefore: firstIdAt('ver', Date.UTC(2026, 10, 22, 9)),
      },
    )
  })

  const instants: readonly (readonly [text: string, instant: number])[] = [
    ['2026-11-21', Date.UTC(2026, 10, 21)],
    ['2026-11-21T09:30:00Z', Date.UTC(2026, 10, 21, 9, 30)],
    ['2026-11-21T09:30:00.007Z', Date.UTC(2026, 10, 21, 9, 30, 0, 7)],
    ['2026-11-21T09:30:00-02:00', Date.UTC(2026, 10, 21, 11, 30)],
    ['2028-02-29', Date.UTC(2028, 1, 29)],
    ['1960-01-01', 0],
  ]
  for (const [text, instant] of instants) {
    test(`reads ${text}`, () => {
      const { idFrom, idBefore } = parseVerificationFilter({ created_from: text, created_to: text })
      assert.equal(idFrom, firstIdAt('ver', instant))
      assert.equal(idBefore, idFrom, 'the first is included, the last is not')
    })
  }

  const faulty: readonly (readonly [
    param: (typeof filterQuery)[number],
    values: readonly string[],
  ])[] = [
    ['status', ['', 'done', 'APPROVED', 'approved,declined']],
    ['country', ['', 'sn', 'SEN', 'S1', 'SN ']],
    ['id_type', ['', 'visa', 'Passport']],
    ['external_ref', ['', 'a\0b']],
    ['review_state', ['', 'done', 'OPEN', 'open,closed', 'none']],
    ['scoring_skipped', ['', 'yes', '2', 'true,false']],
    [
      'created_from',
      [
        '',
        'today',
        '2026-02-30',
        '2027-02-29',
        '21-11-2026',
        '2026-11-21T09:30:00',
        '2026-11-21T25:00:00Z',
        '1795251600',
        '2026-11-21T09:30:00Z 01:00',
      ],
    ],
    ['created_to', ['', '2026-13-01', '20261-11-21']],
  ]
  for (const [param, values] of faulty) {
    for (const value of values) {
      test(`refuses ${param}=${value || '(nothing)'}`, () => {
        assert.throws(
          () => parseVerificationFilter({ [param]: value }),
          (error) =>
            error instanceof AppError &&
            error.code === 'invalid_request' &&
            error.options.param === param &&
            error.message.startsWith(param),
        )
      })
    }
  }

  test('reports every fault at once', () => {
    const wrong = Object.fromEntries(filterQuery.map((param) => [param, '']))
    assert.throws(
      () => parseVerificationFilter(wrong),
      (error) =>
        error instanceof AppError &&
        error.options.details?.map(({ param }) => param).join() === filterQuery.join(),
    )
  })
})
