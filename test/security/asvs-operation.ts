// Lines 71 to 78: configuration, data, supply, robustness.

import { type AsvsRow, by, partly, proven } from './asvs-row.ts'

const proofs = 'security/product-proofs'

export const operation: readonly AsvsRow[] = [
  proven(
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
      by('cli/release/release', 'holds no history, tests or source maps of ours'),
      by(
        'unit/package/prune-modules',
        'are without links to commands, sources and binaries for other machines',
      ),
      by('flow/operations/ops-listener', 'the main listener shows none of it'),
    ],
    'The interface document is open to all by contract.',
  ),
  partly(
    72,
    '14.1.1 14.1.2 14.2.4 14.2.7',
    'What is kept how long is a table, and is gone on time.',
    [
      by(
        'unit/retention',
        'stand for every market and kind of data, with ground and source in both languages',
        'under a floor are refused at the start, every fault at once, with the law',
      ),
      by(
        'flow/erasure/retention-run',
        'erases by market and kind of data what is past its period, and nothing else',
        'deletes the images of applicants first, then everything; an open review keeps both',
      ),
      by(
        'flow/erasure/erasure',
        'leaves no trace of the person in any file, and its id in the ledger',
      ),
      by(
        'cli/db-compact',
        'svc db compact leaves nothing of rows that were moved and then deleted',
      ),
      by('flow/backup/database-copy', 'what was deleted is not in a copy'),
      by(
        'store/deliveries/prune',
        'ended deliveries go with their attempts and their events; others stay',
      ),
      by(
        'store/egress/outbound-ledger',
        'are forgotten after their time, also many of them, and no others',
      ),
    ],
    'SQLite may keep the reference of an erased verification in an unused part of a page until svc db compact.',
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
    'Personal data goes to no other system but as configured; no cache keeps any.',
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
      by(
        'unit/images/admit-image',
        'is looked at in pieces, between which the event loop turns: a PNG of 65 000 empty chunks',
      ),
      by(
        'flow/verification/known-customer',
        'keeps no other request waiting while many earlier answers are read',
      ),
      by('api/http-shell/upload', 'may have a boundary of 70 characters, and none of kilobytes'),
      by('api/http-shell/floods', 'is refused while it is being read, and ends the connection'),
      by(
        'flow/operations/ops-listener',
        'a client that sends hundreds of requests at once is answered a few, all from one reading',
      ),
      by(
        'flow/backup/s3-other-answer',
        'a compressed answer of a store is not unpacked: a megabyte of it may become a gigabyte',
      ),
    ],
    'The benchmark event-loop bounds the delay under the load of honest clients; each input that was found to hold the loop has a test, and none measures the delay under attack. Lists are exported on the loop, a page at a time.',
  ),
  proven(77, '15.2.5', 'Pictures are decoded in a process of their own, with few rights.', [
    by(
      'unit/images/decoder',
      'reads JPEG and PNG and nothing else, whatever it is asked',
      'knows nothing of the environment of its server',
      'may read its own code, the packages and no other file',
    ),
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
        'cli/serve/serve',
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
