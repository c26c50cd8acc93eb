// Lines 38 to 52: authentication.

import { type AsvsRow, by, partly, proven } from './asvs-row.ts'

const promises = 'api/console/sign-in-promises'
const signIn = 'api/console/sign-in'
const factors = 'api/console/second-factor'
const links = 'api/console/links'
const attacks = 'flow/directory/attacks'
const directory = 'flow/directory/sign-in'
const emergency = 'flow/directory/emergency'

export const authentication: readonly AsvsRow[] = [
  proven(
    38,
    '6.1.1 6.1.3',
    'Every way to sign in is written down.',
    [
      by(
        'security/product-proofs',
        'says every way to sign in, and every way to be let in without',
      ),
    ],
    'There is no socket to sign in at, and users have no client certificates.',
  ),
  proven(39, '6.2.1 6.2.9', 'Passwords have 15 to 128 characters.', [
    by(promises, 'of 14 characters is refused, of 15 and of 128 taken, of 129 refused'),
    by('unit/users/password-policy', 'has 15 to 128 characters, counted as people count them'),
  ]),
  proven(
    40,
    '6.2.2 6.2.3 7.5.1',
    'A password changes only with the present one and a fresh second factor.',
    [by(promises, 'is changed only with the present one and a fresh second factor')],
  ),
  proven(
    41,
    '6.2.4 6.2.11 6.2.12',
    'The 100 000 most common passwords and words of the house are refused, offline; a larger list can be loaded.',
    [
      by(
        'unit/users/password-policy',
        'may not be "${password}"',
        'is none of the most common leaked ones, drawn out with signs and digits',
      ),
      by(
        'unit/users/blocklist',
        'is read from files, packed or not, without remarks, case, signs and empty lines',
        'that is not there, or is not what its name says, is an error and no empty list',
      ),
      by(promises, 'that is on a list of the operator is refused, too'),
    ],
  ),
  proven(
    42,
    '6.2.5 6.2.7 6.2.8 6.2.10',
    'No rules about kinds of characters, nothing cut short, no expiry.',
    [
      by('unit/users/password-policy', 'may be "${password}", whatever kinds of characters it has'),
      by(promises, 'never runs out'),
      by('security/product-proofs', 'lets everybody paste'),
    ],
  ),
  proven(
    43,
    '6.3.1 6.3.8',
    'Guessing is held off and locks nobody out; unknown names are answered alike.',
    [
      by(
        signIn,
        'guessing is held off, from where it comes, and only there',
        'unknown accounts, wrong passwords and disabled users get the same answer',
        'accounts that do not exist are held off just the same',
      ),
      by(
        'api/console/sign-in-office',
        'thirty times does not keep a user with the right password out',
        'says nothing of who exists: known and unknown names are held off alike',
      ),
      by('security/passwords-in-turn', 'a name that nobody has costs a hash as well'),
    ],
  ),
  proven(44, '6.3.2', 'A fresh installation has no account, and no file holds a credential.', [
    by(
      'security/product-proofs',
      'has no account, no key and no way to sign in',
      'holds no credential in any of its files',
    ),
    by(
      promises,
      'a fresh appliance has no account, and no usual name and password opens it (6.3.2)',
    ),
  ]),
  proven(
    45,
    '6.3.3',
    'A second factor is required of everybody; passkeys are bound to the origin.',
    [
      by(signIn, 'a password alone opens nothing but the way to a second factor'),
      by(links, 'makes the first administrator, who sets up a second factor before all else'),
      by(
        factors,
        'proves nothing for another origin, another challenge, or twice',
        'is the only one that a sign-in with the password alone sets up',
      ),
    ],
  ),
  proven(
    46,
    '6.3.5 6.3.7',
    'The console tells owners of changed credentials, failed codes and sign-ins from elsewhere.',
    [
      by(
        'api/console/resets',
        'of resets and of another role: what, when and by whom',
        'of what they did themselves in an earlier session',
      ),
      by(
        'api/console/wrong-codes',
        'are shown to the owner at the next sign-in, with when, how many and from where',
      ),
      by(
        'api/console/unusual-sign-ins',
        'is reported to the owner at the next sign-in, with time, address and browser',
        'is reported for another kind of browser at a known network, and for another network alone',
        'a network counts as known for ninety days after its last use',
        'is reported to a user who sets up a new second factor after a reset',
      ),
    ],
  ),
  partly(
    47,
    '6.4.1 6.4.6',
    'Links are random, kept as digests, short-lived and used once; nobody chooses another’s password.',
    [
      by(
        links,
        'works once, and for ever no more once there is an administrator',
        'lives 30 minutes, and ends when another is printed',
      ),
      by(
        promises,
        'two links are never alike, and each has 256 bits (6.4.1, 11.5.1)',
        'nothing that is kept lets anybody in: links, sessions, seeds and codes (6.4.1, 6.5.2, 7.2.2)',
      ),
    ],
    'An invitation lives three days instead of 30 minutes, by decision; all other links live 30 minutes.',
  ),
  proven(
    48,
    '6.4.3 6.4.4',
    'A reset leaves the second factor; a lost one needs somebody else or the host.',
    [
      by(links, 'ends the sessions, changes the password, and leaves the second factor'),
      by(
        'api/console/second-administrator',
        'has no effect before the other one approves, and then names both',
      ),
      by(
        'api/console/resets',
        'never come from one administrator within 72 hours, whichever came first',
      ),
    ],
  ),
  proven(
    49,
    '6.5.1 6.5.2 6.5.3 6.5.5 6.5.8',
    'Codes of an app count once; seeds are encrypted; recovery codes are digests, used once.',
    [
      by(
        factors,
        'works once, and so does none of an earlier step',
        'are ten, and each signs in once, however it is typed',
      ),
      by(
        promises,
        'nothing that is kept lets anybody in: links, sessions, seeds and codes (6.4.1, 6.5.2, 7.2.2)',
      ),
      by(
        'api/console/privacy',
        'no password, code, secret, link or session id is stored, logged or returned again in plain text',
      ),
    ],
  ),
  proven(
    50,
    '6.8.1 6.8.2 6.8.4 10.1.2 10.2.1 10.5.1 10.5.2 10.5.3 10.5.4',
    'OIDC by code with PKCE, bound to the browser; tokens are checked, persons known by issuer and subject, and get no password.',
    [
      by(
        attacks,
        'with another state, and the visit ends with it',
        'in another browser than the one that began (session fixation, stolen code)',
        'a second time (replayed code)',
        'with a code of another visit (PKCE)',
        'of another issuer in the address (mix-up)',
        'with another nonce, issuer, audience, or without a subject',
        'with an expired token, or one from the future',
        'signed with a foreign key',
        'without a signature, or signed with our own secret (algorithm confusion)',
      ),
      by(
        directory,
        'never joins accounts by their e-mail address',
        'asks for the own second factor unless the directory vouches for one',
        'gives no user of the directory a password, and no other role than their groups',
      ),
      by(emergency, 'the wanted acr is asked for, and without it the own second factor is'),
    ],
  ),
  proven(
    51,
    '6.3.4',
    'Where the operator wants single sign-on, only named accounts may use a password, and everybody sees that one did.',
    [
      by(
        emergency,
        'one signs in while the directory is down, with a second factor, and everybody sees it',
        'others learn only after the right password that theirs is not wanted',
        'an invitation gives no password',
      ),
    ],
  ),
  partly(
    52,
    '13.2.1 13.2.3',
    'API keys are recognisable, random, kept as keyed digests, with scopes, expiry, last use and networks.',
    [
      by(
        'unit/keys/key-text',
        'carries CRC-32 of all that stands before it, in base 62',
        'for ${environment} names it, then has 43 characters and 6 of checksum',
      ),
      by(
        'api/keys/scopes',
        "opens ${method} ${path.replace(/_0+/, '_…')} with ${needed}, and with no other",
      ),
      by(
        'api/keys/end-of-life',
        'comes at the instant of its expiry, not before',
        'works from there and nowhere else',
      ),
      by(
        'flow/privacy/planted-values',
        'shares that with API keys, secrets of webhooks and the key at the provider',
      ),
    ],
    'A key has no expiry unless one is asked for, and clients can neither show a certificate nor sign their requests.',
  ),
]
