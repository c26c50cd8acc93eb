// Lines 21 to 37: the API, files.

import { type AsvsRow, by, proven, refused } from './asvs-row.ts'

const shell = 'api/http-shell'
const every = 'api/every-endpoint'
const decoding = 'api/verifications/decoding'

export const apiAndFiles: readonly AsvsRow[] = [
  proven(21, '4.1.2', 'Plain http beyond this machine is refused, not redirected.', [
    by(
      `${shell}/connection`,
      'is refused with the key unread, by the API and the console alike',
      'whose client came over plain http is refused, and is not sent elsewhere',
    ),
  ]),
  proven(22, '4.1.3 15.3.4', 'A forged X-Forwarded-* changes neither log nor limit.', [
    by(
      `${shell}/connection`,
      'is counted and logged by its own address where the proxy is not trusted',
    ),
    by(
      `${shell}/authenticate`,
      'from a peer that is no trusted proxy change neither address nor limit',
    ),
  ]),
  proven(23, '4.1.4 13.4.4', 'Methods that a path does not have are refused, TRACE too.', [
    by(every, '${nameOf(route)} answers no method that its path does not have'),
    by(`${shell}/broken-http`, 'asking for a tunnel is refused'),
  ]),
  proven(
    24,
    '4.2.1',
    'Lengths that contradict each other are refused, slow heads and bodies closed.',
    [
      by(`${shell}/broken-http`, 'are refused in the envelope when they are ${what}'),
      by(`${shell}/request-head`, 'is answered with 501 where the transfer coding is ${coding}'),
      by(`${shell}/json-body`, 'that stops arriving is refused in time'),
      by(`${shell}/upload-abort`, 'leaves nothing behind when the client stops sending'),
    ],
  ),
  proven(25, '14.2.1', 'A key in a URL is refused, never repeated, and written down.', [
    by(
      `${shell}/authenticate`,
      "are refused and never repeated: ${url.replace(sound, '<key>')}",
      'leave a warning and no trace of the key',
    ),
    by(
      'api/refusals-audited',
      'whoever the API turns away is in the audit log, by reason and key, in one entry each',
    ),
    by(
      'api/console/verifications',
      'are found by a document number in the body, in any spelling, which leaves a trace',
    ),
  ]),
  proven(
    26,
    '15.3.1 15.3.3 8.2.3',
    'Answers have listed fields; fields that are no business of a request have no effect.',
    [
      by(
        'api/surplus-fields',
        'have no effect on a verification',
        'have no effect on a webhook, when it is made or changed',
        'have no effect on a key',
        'have no effect on a user of the console',
      ),
      by(
        'unit/verifications/verification-json',
        'never shows whose key it was, nor the findings in the images',
      ),
      by('api/verifications/sandbox', 'approves at once, with the specified fields and no more'),
    ],
  ),
  proven(27, '15.3.7', 'A parameter that is repeated is refused.', [
    by(every, '${nameOf(route)} refuses a parameter given twice'),
  ]),
  proven(
    28,
    '5.1.1',
    'The guide says which files are taken, how large, and what becomes of hostile ones.',
    [
      by(
        'security/product-proofs',
        'says which images are accepted, how large, and what becomes of hostile ones',
      ),
    ],
  ),
  proven(29, '5.2.1', 'A body is measured while it streams, before anything is kept.', [
    by(
      `${shell}/upload-limits`,
      'refuse at once a request whose Content-Length is more than 32 MB',
      'refuse while it streams a request that does not say its size, so that ${client} sees it${lane}',
      'do not believe a Content-Length that is smaller than the body',
    ),
    by(
      `${shell}/json-body`,
      'is refused while it streams where nothing was said of its size',
      'is asked for with 100 Continue, only once the key is known to be good',
    ),
  ]),
  proven(
    30,
    '5.2.2',
    'What a file is, is decided by its first bytes and a full decode.',
    [
      by(
        decoding,
        'the name and the declared type of a file decide nothing, neither what it is nor where it lies',
      ),
      by('unit/images/decoder', 'reads JPEG and PNG and nothing else, whatever it is asked'),
      refused('images', 'an SVG', 'a PDF'),
    ],
    'Name and declared type need not agree, since nothing depends on them (guide: decisions).',
  ),
  proven(
    31,
    '5.2.3 5.2.5',
    'Archives are not taken, nor is PDF.',
    [refused('images', 'a ZIP archive', 'a PDF')],
    'No PDF is read at all, so its limits do not arise.',
  ),
  proven(
    32,
    '5.2.4',
    'Room and number of files have a quota.',
    [
      by(
        'api/verifications/quotas',
        'bound the bytes of all stored images: 503 until the operator makes room, and nothing is kept',
        'are not passed by what was let in: it is undone where it is stored',
        'bound what a key submits a day: 429 until midnight UTC',
      ),
      by(
        'cli/status/storage',
        'shows the size of the stored images, and exits with 3 near their limit',
      ),
    ],
    'One appliance has one tenant: the room is that of all its keys. Without the settings there is no quota.',
  ),
  proven(
    33,
    '5.2.6',
    'Pictures of more than 40 megapixels are refused undecoded; decoding has its own process, memory and time.',
    [
      by(
        decoding,
        'is refused before anything is decoded: one ${what}',
        'ends its verification where it swells beyond the decoder, and no other one (long)',
        'is tried again where the decoder hangs over it (long)',
        'costs a 503 with Retry-After where quality is enforced and the decoder hangs (long)',
      ),
    ],
  ),
  proven(
    34,
    '5.3.1 5.3.2',
    'Files are kept under random names; nothing that a client says is in a path.',
    [
      by(
        decoding,
        'the name and the declared type of a file decide nothing, neither what it is nor where it lies',
      ),
      by(
        'api/verifications/images',
        'are taken whatever their names and types say, and keep no name',
      ),
      by(`${shell}/console-pages`, 'no address leads to a file that is not part of the page'),
    ],
  ),
  proven(
    35,
    '5.4.1 5.4.2',
    'The name of a download is made by us, of characters that need no encoding.',
    [by('security/downloads', 'every file that goes out is to be kept under a name of ours')],
  ),
  proven(
    36,
    '5.4.3',
    'Files are handed to a scanner for malware where one is set up, and refused while it is down unless the operator says otherwise.',
    [
      by(
        'api/verifications/virus-scan',
        'over ${kind}: a clean image is taken with its verdict, and one with a virus is refused',
        'is refused with 503 where the scanner ${how}, and nothing of it is kept',
        'is taken where the operator says so, and kept as not scanned',
      ),
      by(
        'cli/config/config-connect',
        'svc config check --connect says whether the virus scanner answers',
      ),
    ],
    'clamd by INSTREAM, over TCP or its socket; ICAP is not spoken.',
  ),
  proven(
    37,
    '14.2.8',
    'People see copies without the notes of the camera; the original is encrypted, and each access is audited.',
    [
      by(
        'api/console/images',
        'an image is shown upright, small or in full size, without its metadata',
        'an access is audited before the image is shown, and leaves no copy on the disk',
      ),
      by('flow/privacy/planted-values', 'leaves no part of an image either'),
    ],
  ),
]
