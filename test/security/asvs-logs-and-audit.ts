// Lines 79 to 84: logs, the audit log.

import { type AsvsRow, by, proven } from './asvs-row.ts'

const chain = 'store/audit/chain'
const planted = 'flow/privacy/planted-values'

export const logsAndAudit: readonly AsvsRow[] = [
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
      by(
        'store/postgres/postgres',
        'refuses changes of the audit log, and quotes no value in an error',
      ),
    ],
    'The role of a server may own no tables; a database of one role has the triggers alone.',
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
        'cli/status/status',
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
