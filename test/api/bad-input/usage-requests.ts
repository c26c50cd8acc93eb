// Questions about usage that cannot be answered.

import { encodeCursor } from '../../../server/kernel/page.ts'
import type { BadCase } from './bad-case.ts'
import { ask } from './requests.ts'

const invalid = '400 invalid_request'

/** What both endpoints refuse, by what is wrong with it. */
const ofBoth: Readonly<Record<string, readonly [query: string, ...params: string[]]>> = {
  'a type that is none': ['type=kyc.read', 'type'],
  'an empty type': ['type=', 'type'],
  'two types': ['type=kyc.verify&type=score.get', 'type'],
  'an instant in words': ['from=yesterday', 'from'],
  'an instant without a zone': ['to=2026-11-20T10:00:00', 'to'],
  'a day that does not exist': ['from=2026-02-30', 'from'],
  'an end before its start': ['from=2026-11-21&to=2026-11-20', 'to'],
  'a key by its hint': ['api_key_id=AbCd', 'api_key_id'],
  'a key by the id of another kind': [`api_key_id=ver_${'0'.repeat(26)}`, 'api_key_id'],
  'billable in words': ['billable=yes', 'billable'],
  'a name that is none': ['billabel=true', 'billabel'],
  'a type that is not UTF-8': ['type=%ff', 'type'],
}

const ofList: typeof ofBoth = {
  'a verification of junk': ["verification_id=ver_'%20or%201=1--", 'verification_id'],
  'a limit of 0': ['limit=0', 'limit'],
  'a cursor of another list': [`cursor=${encodeCursor(`ver_${'0'.repeat(26)}`)}`, 'cursor'],
  'faults of every kind, all at once': [
    'type=x&from=x&to=x&api_key_id=x&verification_id=x&billable=x&limit=x&cursor=x',
    'type',
    'from',
    'to',
    'api_key_id',
    'billable',
    'verification_id',
    'limit',
    'cursor',
  ],
}

const ofSummary: typeof ofBoth = {
  'a group that is none': ['group_by=week', 'group_by'],
  'an empty group': ['group_by=', 'group_by'],
  'more days than it shows': ['from=2025-11-01&to=2026-11-21', 'from'],
  'more months than it shows': ['group_by=month&from=2000-01-01&to=2026-11-21', 'from'],
}

export const usageRequests: readonly BadCase[] = [
  ...rows('/usage', { ...ofBoth, ...ofList }),
  ...rows('/usage/summary', { ...ofBoth, ...ofSummary }),
  ['POST of usage', ask('/usage', { body: {} }), '405 method_not_allowed'],
  ['DELETE of usage', ask('/usage', { method: 'DELETE' }), '405 method_not_allowed'],
  ['a usage event by its id', ask(`/usage/use_${'0'.repeat(26)}`), '404 not_found'],
]

function rows(path: string, queries: typeof ofBoth): readonly BadCase[] {
  return Object.entries(queries).map(([what, [query, ...params]]) => [
    `${path} with ${what}`,
    ask(`${path}?${query}`),
    invalid,
    params,
  ])
}
