// What sound settings leave switched off or open, told to whoever checks them: it may not be meant.

import type { Config } from '../../server/config.ts'

interface Note {
  readonly applies: (config: Config) => boolean
  readonly text: string
}

const notes: readonly Note[] = [
  {
    applies: ({ profile, smile }) => profile === 'appliance' && smile === undefined,
    text: 'Live verifications are off: SVC_SMILE_PARTNER_ID is not set. The sandbox works.',
  },
  {
    applies: ({ profile, scoring }) => profile === 'appliance' && scoring === undefined,
    text: 'No live score is given: SVC_SCORING_URL is not set. Verifications complete without one.',
  },
  {
    applies: ({ profile, auditCopy }) => profile === 'appliance' && auditCopy === undefined,
    text: 'SVC_AUDIT_COPY_FILE is not set: nothing takes the audit log to a second system.',
  },
  {
    applies: ({ insecureHttp, tls }) => insecureHttp && tls === undefined,
    text: 'SVC_INSECURE_HTTP is yes: keys and pictures may travel in the clear.',
  },
  {
    applies: ({ virusScanner, virusScannerDown }) =>
      virusScanner !== undefined && virusScannerDown === 'accept',
    text: 'SVC_VIRUS_SCANNER_DOWN is accept: while the scanner is down, images are taken unscanned.',
  },
]

export function notesOf(config: Config): readonly string[] {
  return notes.filter(({ applies }) => applies(config)).map(({ text }) => text)
}
