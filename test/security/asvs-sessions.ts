// Lines 53 to 58: sessions.

import { type AsvsRow, by, proven } from './asvs-row.ts'

const promises = 'api/console/sign-in-promises'
const signIn = 'api/console/sign-in'
const sessions = 'api/console/sessions'
const factors = 'api/console/second-factor'

export const sessionsOfUsers: readonly AsvsRow[] = [
  proven(53, '7.1.1 7.3.1 7.3.2', 'Sessions end after 15 minutes unused and 12 hours in all.', [
    by(sessions, 'ends after 15 minutes without use', 'ends after 12 hours whatever its use'),
  ]),
  proven(
    54,
    '7.2.1 7.2.2 7.2.3 7.2.4',
    'Session ids are random, kept as digests, and new at every step.',
    [
      by(
        signIn,
        'the cookie is out of reach of scripts and other sites, and the id is new at every step',
        'a session id of the step before is worth nothing after the next',
      ),
      by(
        promises,
        'nothing that is kept lets anybody in: links, sessions, seeds and codes (6.4.1, 6.5.2, 7.2.2)',
      ),
    ],
  ),
  proven(55, '7.4.1 7.4.2 8.3.2', 'What ends or changes access counts from the next request.', [
    by(
      sessions,
      'ends with signing out, and its cookie is deleted',
      'a session that was started while its user was being disabled is refused',
    ),
    by('api/keys/end-of-life', 'comes with its revocation, on the very next request'),
  ]),
  proven(
    56,
    '7.4.3 7.4.5 7.5.2',
    'Sessions are listed and ended, by their owners and by administrators.',
    [
      by(
        sessions,
        'is listed, and ended from another, but only one’s own',
        'of others is ended when one changes the password, and one’s own gets a new id',
        'ending the sessions',
      ),
    ],
  ),
  proven(
    57,
    '7.5.3',
    'What weighs asks for a proof from the last five minutes.',
    [
      by(
        promises,
        'makes keys, gives access, decides and changes factors',
        'exports personal data',
      ),
      by(factors, 'asks for a proof from the last five minutes'),
    ],
    'Keys of encryption and erasure are handled on the host.',
  ),
  proven(
    58,
    '14.3.1 14.3.2 14.3.3',
    'Nothing is cached; signing out clears; nothing sensitive stays in the browser.',
    [
      by(
        'api/console/role-matrix',
        '${name} answers nobody without a session, but where signing in begins, and is never cached',
      ),
      by(sessions, 'ends with signing out, and its cookie is deleted'),
      by(
        'security/product-proofs',
        'keeps the look of the page, the environment, hidden columns and a visit to the directory in the browser, and nothing else',
      ),
    ],
  ),
]
