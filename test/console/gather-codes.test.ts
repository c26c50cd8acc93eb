import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatherCodes } from '../../console/pages/account/gather-codes.ts'
import type { AccountNoticeJson } from '../../server/users/user-json.ts'

function notice(
  kind: AccountNoticeJson['kind'],
  at: string,
  more: Partial<AccountNoticeJson> = {},
): AccountNoticeJson {
  const by = { kind: 'user', id: null, name: null } as const
  const fixed = { id: `ntc_${at}`, approved_by: null, role: null, count: 1, seen: false }
  return { ...fixed, kind, at, by, client_address: null, browser: null, ...more }
}

test('wrong codes of several sessions are one line, at the time of the last', () => {
  const codes = [
    notice('wrong_codes', '2026-11-21T09:00', { count: 3, client_address: '198.51.100.1' }),
    notice('role_changed', '2026-11-21T09:01'),
    notice('wrong_codes', '2026-11-21T09:03', { client_address: '198.51.100.2' }),
    notice('wrong_codes', '2026-11-21T09:02', { client_address: '198.51.100.1' }),
  ]
  const gathered = gatherCodes(codes)
  assert.deepEqual(
    gathered.map(({ kind, at, count }) => [kind, at, count]),
    [
      ['role_changed', '2026-11-21T09:01', 1],
      ['wrong_codes', '2026-11-21T09:03', 5],
    ],
  )
  assert.deepEqual(gathered[1]?.addresses, ['198.51.100.1', '198.51.100.2'])
})

test('nothing is made of nothing', () => {
  assert.deepEqual(gatherCodes([]), [])
})
