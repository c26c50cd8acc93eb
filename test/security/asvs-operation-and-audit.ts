// Lines 71 to 84: configuration, data, supply, robustness, logs, the audit log.

import { type AsvsRow, by, notYet, partly, proven } from './asvs-row.ts'

const proofs = 'security/product-proofs'
const chain = 'store/audit/chain'
const planted = 'flow/privacy/planted-values'

const configurationAndData: readonly AsvsRow[] = [
  partly(
    71,
    '13.4.1 13.4.2 13.4.3 13.4.5 13.4.6 15.2.3',
    'What is served and shipped holds no history, tests, source maps, listings, banner or metrics.',
    [
      by(proofs, 'has no source maps and names none'),
      by(
        'security/every-answer',
        'names neither the product nor its version or what it is built on',
      ),
      by('api/http-shell/console-pages', 'no address leads to a file that is not part of the page'),
      by(
        'flow/operations/production-install',
        'the packages of production serve the demo, console and API',
      ),
    ],
    'No release is packed yet, so nothing proves what is in one; the interface document is open to all by contract.',
  ),
  notYet(
    72,
    '14.1.1 14.1.2 14.2.4 14.2.7',
    'What is kept how long is a table, and is gone on time.',
    'Images and personal data have no retention of their own yet; usage, outbound log, events and jobs have.',
  ),
  proven(
    73,
    '14.2.6',
    'Lists hold no document numbers; showing one is an act that is written down.',
    [
      by(
        'api/console/verifications',
        'are listed newest first, without personal data',
        'reveal personal data by a separate action, each field next to its reading',
        'record an access once per session within some minutes, with its reason',
      ),
    ],
  ),
  proven(
    74,
    '14.2.2 14.2.3',
    'Nobody outside is told of a person but as configured; no cache keeps one.',
    [
      by(
        'flow/egress/whole-verification',
        'holds every call to the provider and the engine',
        'has no personal data, key, id or token, in every format',
      ),
      by('unit/scoring/request-score', 'is the eight features, whatever else the object has'),
      by(
        'security/every-answer',
        '${nameOf(route)} says that it is to be neither sniffed, framed, kept nor read by other origins',
      ),
    ],
  ),
  proven(
    75,
    '15.1.1 15.1.2 15.2.1 15.2.4',
    'Exact versions, an SBOM, checks of licences and advisories, no install scripts.',
    [
      by(
        'unit/supply/sbom',
        'is a CycloneDX document of this release, with every shipped package in it',
      ),
      by('unit/supply/licences', 'everything that is shipped has a licence that a bank can run'),
      by(
        'unit/supply/release-check',
        'fails where one applies, and names it',
        'does not pass where nothing could be looked at',
      ),
      by(
        proofs,
        'installing runs no script of a package, takes exact versions, and from whatever registry is at hand',
      ),
    ],
  ),
  partly(
    76,
    '15.1.3 15.2.2',
    'What computes long does so beside the loop, a few at a time.',
    [
      by(
        'api/verifications/decoding',
        'is decoded beside the server, which answers others meanwhile',
      ),
      by('security/passwords-in-turn', 'a crowd of passwords leaves threads to others'),
      by(
        'unit/images/image-reader',
        'fetches only as many images as may be decoded at once, and the next when one is done',
      ),
    ],
    'No figure of the loop under attack is measured by a benchmark yet; exports are made on the loop; there is no backup.',
  ),
  proven(77, '15.2.5', 'Pictures are decoded in a process of their own, with few rights.', [
    by('unit/images/decoder', 'reads JPEG and PNG and nothing else, whatever it is asked'),
    by(
      'api/verifications/decoding',
      'ends its verification where it swells beyond the decoder, and no other one (long)',
    ),
  ]),
  proven(
    78,
    '16.5.1 16.5.2 16.5.3 16.5.4',
    'Errors are generic, with a request id; what nobody caught ends the server; doubt never approves.',
    [
      by(
        'api/http-shell/every-response',
        'a failure of ours says nothing of its cause, and when to come back',
      ),
      by(
        'cli/serve',
        'logs one line of an error that nobody caught, without its words, and ends with 1',
      ),
      by(
        'unit/verifications/decide',
        'what went wrong ends in error, whatever agrees, with the provider’s reasons alone',
        'verified with document ${document}, liveness ${liveness}, face ${faceMatch}: ${status}',
      ),
      by('flow/scoring/trouble', '${what} costs the score and nothing else'),
    ],
  ),
]

const logs: readonly AsvsRow[] = [
  proven(
    79,
    '16.1.1 16.2.1 16.2.2 16.2.3 16.2.4 16.2.5',
    'Events are listed, in one form, in UTC, and no person is ever in a log.',
    [
      by(
        'unit/audit/catalogue',
        'every action of the audit log is written by somebody',
        'every event of the log stands in the guide, and nothing else does',
      ),
      by('unit/kernel/log', 'is one JSON object: level, time, declared fields, event'),
      by(
        planted,
        'is in no byte of any file and no line of the log while the appliance runs',
        'logs what went wrong all the same',
      ),
      by(
        'flow/privacy/child-output',
        'a server in its own process writes no personal data and no key to either stream',
      ),
    ],
  ),
  proven(
    80,
    '16.3.1 16.3.2 16.3.3 16.3.4',
    'Signing in, denials, looks, exports, keys and settings are written down.',
    [
      by(
        'api/refusals-audited',
        'whoever the API turns away is in the audit log, by reason and key, in one entry each',
        'sign-ins that are turned away and bad links are in the audit log, with whom they were about',
      ),
      by(
        'api/console/sessions',
        'what is done and what is denied stands in the audit log, with who and from where',
      ),
      by(
        'api/verifications/read-trace',
        'a client that reads personal data leaves one audit entry an hour for each key and verification',
      ),
      by(
        'cli/exports-audited',
        'an export of ${name} is in the audit log, and at its end with the digest of what went out',
      ),
      by(
        'api/console/keys',
        'creating, rotating and revoking a key is audited, by API keys and by users',
      ),
      by('flow/egress/told-calls', 'is ${outcome} where that is how it ended'),
      by(
        'flow/operations/settings-changed',
        'a start with other settings than the last one’s is in the audit log, which names them and no value',
        'of nodes that start at once with the same new settings, one writes it down',
        'where the entry cannot be written, the next start finds the same settings new',
      ),
      by(
        'api/http-shell/tls',
        'a client ${what} leaves one line, with its address and a code',
        'endless failures are a few lines a minute, and the next line counts those that were not logged',
        'the listening server logs them',
      ),
    ],
  ),
  proven(81, '16.4.1', 'Whatever stands in a field, a log line stays one line.', [
    by(
      'unit/kernel/log',
      'is the same line whatever stands in whichever field',
      'cannot begin a line of its own',
    ),
  ]),
  proven(
    82,
    '16.4.2',
    'The audit log cannot be changed, and verifying tells edits, cuts, insertions and rewriting apart.',
    [
      by(
        chain,
        'lets no statement change or remove an entry',
        'an entry that was edited',
        'an entry that was deleted, also where the rest was counted anew',
        'an entry that was put in',
        'entries that changed places',
        'a cut at the end, against a head that was kept, and only so',
        'a log that was written anew with the right key, against a head that was kept',
      ),
      by(
        'unit/audit/catalogue',
        'no statement of ours changes or removes an entry of the audit log',
      ),
    ],
    'There is no PostgreSQL yet, and so no role of it.',
  ),
  proven(
    83,
    '16.4.3',
    'Heads and entries reach a second system; one that lags is told of, and stops verifications where that is set.',
    [
      by(
        'flow/operations/verify-audit',
        'the head goes to the log at start, every hour and at stop, and to the file, so that a cut tail shows',
      ),
      by(
        'flow/operations/copy-audit',
        'every entry reaches the file in order, and its lines alone show one whole chain',
        'goes on in a new file where the old one was renamed',
        'half a line that a power cut left is closed, and its entry follows in full',
        'a FIFO takes what it has room for, and readers that come and go lose nothing',
        'a FIFO that nobody reads lags, as log and console report',
        'where it is set, verifications are refused beyond a lag, until the copy has caught up',
      ),
      by(
        'killed/log-copies',
        'killed in the middle of copying the audit log, the server leaves no entry out of the copy',
      ),
      by(
        'cli/status',
        'svc status is not well while the copy of the audit log lags, and says since when',
      ),
      by(
        'cli/exports-audited',
        'an export of ${name} is in the audit log, and at its end with the digest of what went out',
      ),
    ],
  ),
  proven(84, '', 'A change whose audit entry cannot be written does not happen.', [
    by(
      chain,
      'undoes a change whose entry cannot be written',
      'keeps an entry exactly if its change is committed',
    ),
    by('api/verifications/read-trace', 'nothing is read while the log cannot be written'),
  ]),
]

export const operationAndAudit = [...configurationAndData, ...logs]
