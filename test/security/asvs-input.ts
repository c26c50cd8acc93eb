// Lines 1 to 12: encoding, input.

import { type AsvsRow, by, proven, refused } from './asvs-row.ts'

const scans = 'security/static-scans'
const every = 'api/every-endpoint'
const guard = 'flow/webhooks/network-guard'

export const input: readonly AsvsRow[] = [
  proven(1, '1.2.4', 'No SQL is put together as text.', [
    by(
      scans,
      'puts no statement of SQL together as text',
      'puts into the text of a statement only constants of its own',
    ),
  ]),
  proven(2, '1.2.5', 'No program is started through a shell.', [
    by(scans, 'starts programs of its own alone, and never through a shell'),
    by(
      'unit/shape/no-code-from-text',
      'nothing that the product runs makes a program of text by ${what}',
    ),
  ]),
  proven(3, '1.2.10', 'Cells of CSV are never formulas, by fuzzing too.', [
    by('unit/kernel/csv', '${what} is written as ${JSON.stringify(written)}'),
    by('security/product-proofs', 'whatever stands in a cell, a spreadsheet takes it for a text'),
  ]),
  proven(4, '1.3.2 15.3.6', 'No text becomes code; names of JavaScript in JSON are inert.', [
    by(
      'unit/shape/no-code-from-text',
      'nothing that the product runs makes a program of text by ${what}',
    ),
    by('api/http-shell/json-body', 'is taken with ${what}'),
    by('api/http-shell/upload', 'lets no field name reach the prototype of anything'),
  ]),
  proven(5, '1.3.4', 'SVG and whatever is not listed is refused by content.', [
    refused('images', 'an SVG in the sandbox too'),
    by('unit/images/decoder', 'reads JPEG and PNG and nothing else, whatever it is asked'),
  ]),
  proven(
    6,
    '1.3.6 13.2.4 13.2.5 15.3.2',
    'Calls that others name go over https to public addresses and ports of web servers, checked after DNS and pinned, without redirects.',
    [
      by(
        guard,
        'written in the URL, ${name}',
        'behind a name, from DNS or the hosts file',
        'between the check and the dialling has no effect: it is asked once',
        'a redirect (${status}) to a metadata address is an answer and is not followed',
      ),
      by(
        'flow/egress/guarded-services',
        'to a host that no setting takes in is not dialled either',
        'is judged anew for every connection: a name that changes its mind is refused then',
      ),
      by('flow/smile-id-client/service-client', 'does not follow a redirect'),
      by(
        'api/console/second-factor',
        'is taken whatever the browser says of its maker, of which nothing is read',
      ),
      by(
        'security/package-calls',
        'that could call another machine are known, each with what keeps it from that',
      ),
      by(
        'unit/egress/target-policy',
        'ports of mail, shells, directories and databases are closed, and those of web servers open',
      ),
      by('unit/egress/service-policy', 'are open on the ports of their settings alone'),
    ],
  ),
  proven(7, '1.3.12', 'No pattern backtracks without bound over a text from outside.', [
    by(
      'security/patterns',
      'matches in one way only, or is among those whose texts are bounded',
      'costs little over the longest text that reaches it: ${source}',
    ),
    by('unit/s3/plain-xml', 'is no plain XML: ${what}'),
    by('flow/backup/s3-other-answer', 'is unusable, and the settings to check are named'),
  ]),
  proven(
    8,
    '1.5.3 2.2.1 2.2.2',
    'One schema a route, which also makes the documentation; each name of JSON stands once.',
    [
      by(every, '${nameOf(route)} reads JSON in which each name stands once, or nothing'),
      by('api/http-shell/json-body', 'is refused when it is ${what}, without being quoted'),
      by('api/surplus-fields', 'have no effect on a verification', 'have no effect on a key'),
      by(
        'api/openapi/document',
        'has an example for every request and every answer, and all of them are valid',
      ),
    ],
    'Unknown fields of a body are ignored by contract (rulings 1.6), which the tests show to be without effect.',
  ),
  proven(9, '2.3.1 2.3.3', 'Nothing is approved out of turn; each step is one transaction.', [
    by(
      'unit/verifications/decide',
      'what was not verified is declined, whatever agrees, with the provider’s reasons first',
    ),
    by(
      'store/verifications/verification-store',
      'ends a pending verification once: what was decided stays decided',
      'two at once: one of them decides',
    ),
    by(
      'store/verifications/submit',
      'is one commit of everything that must happen: row, key, images, names, job',
    ),
    by(
      'flow/verification/provider-trouble',
      'a callback that is not signed by the provider is refused and changes nothing',
    ),
  ]),
  proven(10, '2.3.4 15.4.2', 'Identical requests at once have one effect and one unit of usage.', [
    by('api/http-shell/idempotency-races', 'has one effect for 50 requests at once'),
    by(
      'api/usage/metering',
      'a request that is replayed is metered once, also of 50 at the same time',
    ),
    by(
      'api/verifications/live-idempotency',
      'is made once by twenty that come at once, and paid for once',
    ),
  ]),
  proven(
    11,
    '2.3.5',
    'A second person agrees to large personal exports, sensitive keys, rights and where live webhooks go.',
    [
      by(
        'api/console/export-approvals',
        'up to the limit of rows a user exports personal data without approval, above it nobody does',
      ),
      by(
        'api/console/key-approvals',
        'works for nobody until another administrator has approved it',
      ),
      by('api/console/approval-ties', 'whoever made the requester’s account is no second person'),
      by(
        'api/console/second-administrator',
        '${role} by a change of role waits, and the others do not',
      ),
      by(
        'api/console/webhook-approvals',
        'is sent nothing until another administrator has approved its address',
        'is taken once another administrator has approved it, and the old one works until then',
      ),
      by(
        'api/console/erasure',
        'takes two people: one requests it, another approves, and the approval erases',
      ),
    ],
    'Whoever may run commands on the host changes the master key and sets the periods of retention there, alone. Over REST and on the host an address is taken at once.',
  ),
  proven(
    12,
    '2.4.1',
    'Requests, bytes and live verifications at once are limited by key, requests by address too, with 429 and the time to come back; signing in has a limit of its own.',
    [
      by(
        'api/http-shell/rate-limit',
        'falls by one a request, refuses the one too many, and begins anew at the reset',
        'counts one key wherever it calls from, and another apart',
        'counts anonymous requests by their address, and accepts a valid key from the same address',
      ),
      by(
        'api/verifications/departed-clients',
        'turns a submission away when it is full, and keeps nothing of it',
      ),
      by(
        'api/http-shell/upload-bytes',
        'are limited: 429 names the limit and the seconds to its end, and then all is there again',
        'are refused before any of the upload is asked for, where it says its length',
        'are refused while they stream, where nothing was said of their length, and nothing is kept',
      ),
      by(
        'unit/http/shared-counting',
        'uploaded bytes are added up over the nodes, and those that never came are given back',
      ),
      by(
        'api/verifications/pending-limit',
        'are limited: 429 names the limit, nothing is kept or metered, and an end makes room',
        'are never too many where ten come at once',
      ),
      by('api/console/sign-in', 'guessing is held off, from where it comes, and only there'),
    ],
    'One appliance has one tenant.',
  ),
]
