// Lines 13 to 20: the browser.

import { type AsvsRow, by, proven } from './asvs-row.ts'

const every = 'api/every-endpoint'
const matrix = 'api/console/role-matrix'
const answers = 'security/every-answer'

export const browser: readonly AsvsRow[] = [
  proven(
    13,
    '3.2.1 3.2.2',
    'Every answer has its exact type; files are kept, not shown; no raw HTML.',
    [
      by(
        answers,
        '${nameOf(route)} says that it is to be neither sniffed, framed, kept nor read by other origins',
      ),
      by('security/downloads', 'every file that goes out is to be kept under a name of ours'),
      by(
        'unit/shape/no-code-from-text',
        'nothing that the product runs makes a program of text by ${what}',
      ),
    ],
  ),
  proven(
    14,
    '3.3.1 3.3.2 3.3.3 3.3.4',
    'The cookie of a session is bound to host and TLS, out of reach of scripts and other sites, and told nowhere else.',
    [
      by(
        'unit/users/session-cookie',
        'over https, and anywhere beyond this machine, the cookie is bound to host and TLS',
      ),
      by(
        'api/console/session-cookie',
        'is bound to host and TLS where a trusted proxy says that the browser came over https',
      ),
      by(
        'api/console/privacy',
        'no password, code, secret, link or session id is stored, logged or returned again in plain text',
      ),
    ],
    'The cookie of a visit to the directory is Strict, too; on plain http of this machine alone, Secure is left out.',
  ),
  proven(15, '3.4.1', 'HSTS of two years on every answer over TLS.', [
    by(
      'api/http-shell/tls',
      'serves https, says so in its URL, and tells browsers to stay with it',
      'refuses garbage in the envelope, with HSTS',
    ),
  ]),
  proven(16, '3.4.2', 'No other origin is let in by CORS.', [
    by(
      answers,
      '${nameOf(route)} says that it is to be neither sniffed, framed, kept nor read by other origins',
      'asks no browser to let another origin in, however it is asked beforehand',
    ),
  ]),
  proven(
    17,
    '3.4.3 3.4.6 3.4.7',
    'The policy of the page lets in nothing but our own files, and no text becomes markup.',
    [
      by(
        'api/http-shell/console-pages',
        'the policy of the page lets in nothing from anywhere else',
        'of a report of a breach, only the directive is written down',
      ),
      by(
        'console/frame',
        'a script that the page does not vouch for does not run, and is reported',
        'no text becomes a script or an element, and no other policy may let it',
      ),
      by('console/first-load', 'marks with the nonce what the page itself holds, and no file'),
    ],
    'The page has one inline script, which a nonce of each answer vouches for.',
  ),
  proven(
    18,
    '3.4.4 3.4.5 3.4.8',
    'nosniff, no referrer, and its own opener and resource policy on every answer.',
    [
      by(
        answers,
        '${nameOf(route)} says that it is to be neither sniffed, framed, kept nor read by other origins',
        '${what} says that it is to be neither sniffed, framed nor read by other origins',
      ),
      by(
        'api/http-shell/every-response',
        '${status}: ${method} ${prefix}${path} carries id, version, limits and safety headers',
      ),
    ],
  ),
  proven(19, '3.5.1 3.5.2 3.5.3', 'Nothing changes at another site’s request, nor by GET.', [
    by(
      matrix,
      "${name} refuses what another site's page asks",
      '${name} refuses another origin from a browser without Fetch Metadata',
      '${name} refuses the token of another session',
    ),
    by(
      every,
      '${nameOf(route)} changes nothing',
      '${nameOf(route)} reads JSON in which each name stands once, or nothing',
    ),
  ]),
  proven(
    20,
    '3.6.1 3.7.2',
    'Nothing is loaded from elsewhere, and nobody is sent elsewhere but to the directory of the settings.',
    [
      by('security/product-proofs', 'loads nothing from elsewhere'),
      by(
        'api/http-shell/console-pages',
        'the policy of the page lets in nothing from anywhere else',
      ),
      by('api/http-shell/connection', 'is redirected to no other host, whatever host it names'),
      by(
        'flow/directory/attacks',
        'of a request from another site, and the directory never chooses where the browser goes',
      ),
    ],
  ),
]
