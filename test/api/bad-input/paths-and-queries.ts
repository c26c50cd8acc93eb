// Requests for what is not there, by methods that are not answered, with queries that say nothing.

import type { BadCase } from './bad-case.ts'
import { ask, bearer, head, raw } from './requests.ts'

const invalid = '400 invalid_request'
const missing = '404 not_found'
const otherMethod = '405 method_not_allowed'
const list = '/kyc/verifications'

/** A path that a URL library would tidy up, sent as it is. */
const rawPath = (path: string) => raw((scene) => [head(`GET ${path}`, bearer(scene, 'live'))])

const queries: Readonly<Record<string, readonly [query: string, ...params: string[]]>> = {
  'limit 0': ['limit=0', 'limit'],
  'limit 101': ['limit=101', 'limit'],
  'a negative limit': ['limit=-1', 'limit'],
  'a limit in words': ['limit=abc', 'limit'],
  'a limit with a fraction': ['limit=1.5', 'limit'],
  'a limit in hexadecimal': ['limit=0x10', 'limit'],
  'an empty limit': ['limit=', 'limit'],
  'a limit with a space': ['limit=%2010', 'limit'],
  'a limit of a thousand digits': [`limit=${'9'.repeat(1000)}`, 'limit'],
  'two limits': ['limit=1&limit=2', 'limit'],
  'a cursor of junk': ['cursor=junk', 'cursor'],
  'an empty cursor': ['cursor=', 'cursor'],
  'two cursors': ['cursor=a&cursor=b', 'cursor'],
  'a status that is none': ['status=done', 'status'],
  'an empty status': ['status=', 'status'],
  'a span that ends before it begins': [
    'created_from=2026-11-21&created_to=2026-11-20',
    'created_to',
  ],
  'a name that is none': ['statuss=approved', 'statuss'],
  'names that are none beside values that are': ['x=1&y=2&limit=0', 'x', 'y', 'limit'],
  'two statuses': ['status=approved&status=declined', 'status'],
  'a country in lower case': ['country=sn', 'country'],
  'a document that is none': ['id_type=library_card', 'id_type'],
  'an empty reference': ['external_ref=', 'external_ref'],
  'a reference with NUL': ['external_ref=%00', 'external_ref'],
  'a reference that is not UTF-8': ['external_ref=%ff', 'external_ref'],
  'an instant in words': ['created_from=yesterday', 'created_from'],
  'a day that does not exist': ['created_to=2026-02-30', 'created_to'],
  'an instant without a zone': ['created_from=2026-11-20T10:00:00', 'created_from'],
  'faults of every kind, all at once': [
    'status=x&country=x&id_type=x&external_ref=&created_from=x&created_to=x&limit=x&cursor=x',
    'status',
    'country',
    'id_type',
    'external_ref',
    'created_from',
    'created_to',
    'limit',
    'cursor',
  ],
}

export const pathsAndQueries: readonly BadCase[] = [
  ['an unknown path', ask('/nothing'), missing],
  ['the prefix alone', ask(''), missing],
  ['a slash at the end', ask(`${list}/`), missing],
  ['a path in capitals', ask('/KYC/verifications'), missing],
  ['a slash too many', ask('//kyc/verifications'), missing],
  ['a version that does not exist', rawPath('/v1/v2/kyc/verifications'), missing],
  ['a path that climbs up', rawPath('/v1/../../etc/passwd'), missing],
  ['a path that climbs up in escapes', rawPath('/v1/%2e%2e/%2e%2e/etc/passwd'), missing],
  ['a path with NUL', rawPath('/v1/kyc/verifications/ver_%00'), missing],
  ['an escape without digits', rawPath('/v1/kyc/verifications/%zz'), invalid],
  ['an escape that is cut off', rawPath('/v1/kyc/verifications/%e'), invalid],
  ['an escape that is not UTF-8', rawPath('/v1/kyc/verifications/%ff%fe'), invalid],
  ['a path of 20 KB', rawPath(`/v1/${'a'.repeat(20_000)}`), invalid],
  ['a verification of junk', ask(`${list}/junk`), missing],
  ['a verification that does not exist', ask(`${list}/ver_${'0'.repeat(26)}`), missing],
  ['the id of another kind', ask((scene) => `${list}/${scene.sandboxKeyId}`), missing],
  [
    'the id of a verification in capitals',
    ask((scene) => `${list}/${scene.sandboxVerificationId.toUpperCase()}`, { key: 'sandbox' }),
    missing,
  ],
  ['an id with an SQL quote', ask(`${list}/ver_'%20or%201=1--`), missing],
  ['GET where things are submitted', ask('/kyc/verify'), otherMethod],
  ['PATCH of a verification', ask(`${list}/ver_1`, { method: 'PATCH', body: {} }), otherMethod],
  ['DELETE of a verification', ask(`${list}/ver_1`, { method: 'DELETE' }), otherMethod],
  ['PUT of the list', ask(list, { method: 'PUT', body: {} }), otherMethod],
  ['POST to the list', ask(list, { body: {} }), otherMethod],
  ['TRACE', ask(list, { method: 'TRACE' }), otherMethod],
  [
    'a method that others know',
    raw((scene) => [head(`PROPFIND /v1${list}`, bearer(scene, 'live'))]),
    otherMethod,
  ],
  [
    'a method of its own',
    raw((scene) => [head(`FETCH /v1${list}`, bearer(scene, 'live'))]),
    invalid,
  ],
  ['a tunnel', raw(() => [head('CONNECT example.test:443')]), otherMethod],
  [
    'a client that reads web pages only',
    ask(list, { headers: { accept: 'text/html' } }),
    '406 not_acceptable',
  ],
  ...Object.entries(queries).map(
    ([what, [query, ...params]]): BadCase => [
      `a list with ${what}`,
      ask(`${list}?${query}`),
      invalid,
      params,
    ],
  ),
]
