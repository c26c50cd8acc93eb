// Lines 59 to 70: authorisation, cryptography, TLS, secrets.

import { type AsvsRow, by, proven } from './asvs-row.ts'

const scans = 'security/static-scans'
const proofs = 'security/product-proofs'
const encrypt = 'unit/crypto/encrypt'

const authorisation: readonly AsvsRow[] = [
  proven(
    59,
    '8.1.1 8.1.2 8.2.1 8.2.2',
    'Every endpoint is tried with every role and scope; one that says nothing of who may call it fails.',
    [
      by(
        'api/console/role-matrix',
        '${name} lets in ${lets}, and nobody else',
        '${name} answers nobody without a session, but where signing in begins, and is never cached',
      ),
      by(
        'api/keys/scopes',
        "opens ${method} ${path.replace(/_0+/, '_…')} with ${needed}, and with no other",
      ),
      by(
        proofs,
        'each endpoint says who may call it: a scope, a permission, or how far a sign-in has come',
      ),
    ],
  ),
  proven(
    60,
    '8.3.1 8.4.1',
    'What belongs to one environment does not exist for the other.',
    [
      by(
        'api/verifications/environments',
        'does not exist for a key of the other: a ${own} key and a ${other} verification',
        'is in its own list only: ${own}',
      ),
      by('store/verifications/verification-store', 'does not exist for the other environment'),
      by('api/webhooks/register', 'is that of the key’s own environment, as is everything else'),
      by(
        'api/webhooks/deliveries',
        'does not exist for the other environment, nor a delivery for another webhook',
      ),
      by('api/usage/list', 'shows a key the whole environment, and nothing of the other one'),
    ],
    'There are no tenants: sandbox and live are what is kept apart, in the stores.',
  ),
  proven(
    61,
    '8.4.2',
    'The console can have a host name and networks of its own, besides signing in.',
    [
      by(
        'api/console/console-place',
        'from elsewhere the console is not there, whoever is signed in, and the API is',
        'this machine is not let in unless it is listed, nor whom only the client vouches for',
        'whoever asks from elsewhere is in the audit log, in aggregate',
        'the console answers under it alone, and the API under its own alone',
        'and its networks hold together; both refusals are told apart in the audit log',
      ),
      by(
        'unit/config/part-settings',
        'the console’s own name stands beside a public URL of another name, outside the demo',
      ),
    ],
    'Both are answered by one listener, by their names.',
  ),
  proven(
    62,
    '',
    'Nobody both gives access and sees cases; an auditor gives a reason before seeing persons.',
    [
      by(
        'unit/users/role',
        'a role that gives access sees no verifications, and a role that decides gives no access',
        'an auditor reads verifications and changes nothing',
      ),
      by('api/console/role-matrix', '${name} lets in ${lets}, and nobody else'),
    ],
  ),
]

const cryptography: readonly AsvsRow[] = [
  proven(63, '11.1.1 11.1.2 13.1.4', 'An inventory of keys and when they are changed.', [
    by(
      'cli/crypto',
      'lists every kind of key from a folder in use, with strength, age and due date',
      'has each key that the keyring derives, and no key twice',
      'shows no secret',
      'ends with 3 once something is overdue, names it, and a rotation mends it',
      'the master key is due after 24 months, with what derives from it, and the command that changes it is named',
      'an expired certificate of the listener is overdue, one that is gone is unreadable',
    ),
  ]),
  proven(
    64,
    '11.2.2',
    'Encrypted values say under which version and key; old and new are read together, and the master key can change.',
    [
      by(
        encrypt,
        'the format stays: what an earlier release encrypted still decrypts',
        'under another key, also when its id is put in',
      ),
      by('store/data-keys/data-keys', 'is written down with the purpose key that wraps it'),
      by(
        'unit/crypto/keyring',
        'a newer key is used from its time on, and the older one still decrypts and finds',
      ),
      by(
        'flow/operations/rotate-keys',
        'are used at once, reach every row, and the old ones are destroyed a day later',
        'every column of bytes is encrypted and walked over, or is known to be something else',
      ),
      by(
        'unit/crypto/master-key',
        'the database says which is used; a third key is refused with every fingerprint',
      ),
      by(
        'flow/operations/key-source',
        'is not missed while the master key changes, before the server has taken the new one over',
      ),
    ],
  ),
  proven(
    65,
    '11.2.4 11.2.5',
    'Secrets are compared in constant time; what does not open is one error, never an empty value.',
    [
      by(scans, 'compares secrets in constant time'),
      by(encrypt, 'and the error reveals neither which of these it was nor anything of the text'),
      by(
        'flow/verification/provider-trouble',
        'a verification whose key does not open any more ends in error',
      ),
      by(
        'flow/webhooks/dispatcher',
        'keeps its deliveries waiting, says so once, and lets the loop turn whatever its backlog',
      ),
    ],
  ),
  proven(66, '11.3.2 11.3.3 11.3.4', 'AES-256-GCM alone, no nonce twice, bound to its place.', [
    by(scans, 'encrypts in one way and in one place: AES-256-GCM in server/crypto'),
    by(
      encrypt,
      'a nonce never comes twice: 10 000 encryptions of one text are all different',
      'any one bit of the ${part}',
      'moved to another place',
    ),
    by(
      'store/data-keys/data-keys',
      'of one subject cannot stand in for the key of another, whoever swaps the rows',
    ),
  ]),
  proven(
    67,
    '11.4.2',
    'Argon2id of 19 MiB and two passes, renewed where it was weaker, two at a time.',
    [
      by(
        'security/passwords-in-turn',
        'passwords are kept as Argon2id of 19 MiB and two passes, and a weaker hash is outdated',
        'a crowd of passwords leaves threads to others',
      ),
      by(
        'api/console/sign-in',
        'a hash under weaker parameters is renewed when its password is shown',
      ),
    ],
    'There is no FIPS profile, and so no PBKDF2.',
  ),
  proven(68, '11.5.1', 'What must not be guessed comes from the system’s random numbers.', [
    by(scans, 'takes nothing that must not be guessed from Math.random'),
    by(
      'unit/keys/key-text',
      'is never one that was there: 10 000 of them differ, in their first halves already',
    ),
    by(
      'unit/webhooks/sign',
      'is whsec_ and 43 characters that no shell and no URL minds, never the same',
    ),
    by(
      'api/console/sign-in-promises',
      'two links are never alike, and each has 256 bits (6.4.1, 11.5.1)',
    ),
    by('unit/kernel/ids', 'have the length that was asked for and use the whole alphabet'),
  ]),
  proven(
    69,
    '12.1.1 12.1.2 12.3.1 12.3.2 12.3.3 12.3.4',
    'TLS of 1.2 or more in and out, certificates always checked, authorities of the operator from a file.',
    [
      by('api/http-shell/tls', 'refuses versions before 1.2', 'does not answer plain http'),
      by(
        'flow/smile-id-client/service-client',
        'is believed where the authority is the extra one',
        'of another host is refused, and nothing is sent',
        'is checked whatever the environment says',
        'of less than version 1.2 is not spoken',
      ),
      by(
        'flow/scoring/engine-tls',
        'is not believed, and sent nothing, where it is of another host or authority',
      ),
      by(
        'flow/webhooks/receiver-tls',
        'a receiver that is vouched for ${name} gets nothing',
        'the environment cannot turn verification off',
      ),
      by('unit/config/setting-problems', 'an environment that turns the check of certificates off'),
      by(scans, 'never turns the check of certificates off'),
      by('unit/database-address', 'asks for TLS beyond this machine unless it says otherwise'),
      by(
        'unit/database-tls',
        'begins where the authority is the one of the settings',
        'tells nothing to a server with a certificate ${what}',
        'tells nothing to a server without TLS',
      ),
    ],
    'Beyond this machine PostgreSQL is connected to as by sslmode=verify-full, unless its URL says disable.',
  ),
  proven(
    70,
    '13.3.1 13.3.2 13.3.4',
    'Secrets come from files and are in no environment, command line or listing.',
    [
      by(
        'flow/privacy/secrets-from-files',
        'secrets from files are in no environment, no command line and no listing',
      ),
      by('cli/config/config', 'shows the value and origin of each setting, and no secret'),
      by('api/console/system', 'settings are shown with their origin, secrets masked'),
      by('cli/doctor/doctor', 'svc doctor finds secrets in the environment without showing them'),
    ],
    'The last of them reads the file for support, too.',
  ),
]

export const accessAndCrypto = [...authorisation, ...cryptography]
