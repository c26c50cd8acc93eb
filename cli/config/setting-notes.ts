// Notes of `svc config check` on valid settings that switch something off or leave it open.

import type { Config } from '../../server/config.ts'
import { targetsOf } from '../../server/operations/audit-copy-policy.ts'

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
    text: 'Live verifications get no score: SVC_SCORING_URL is not set.',
  },
  {
    applies: ({ profile, auditCopy }) =>
      profile === 'appliance' && targetsOf(auditCopy).length === 0,
    text: 'None of SVC_AUDIT_COPY_FILE, SVC_AUDIT_SYSLOG and SVC_AUDIT_WEBHOOK_URL is set: the audit log is not copied to a second system.',
  },
  {
    applies: ({ insecureHttp, tls }) => insecureHttp && tls === undefined,
    text: 'SVC_INSECURE_HTTP is yes: API keys and images may travel unencrypted.',
  },
  {
    applies: ({ virusScanner, virusScannerDown }) =>
      virusScanner !== undefined && virusScannerDown === 'accept',
    text: 'SVC_VIRUS_SCANNER_DOWN is accept: while the scanner is down, images are accepted unscanned.',
  },
]

export function notesOf(config: Config): readonly string[] {
  return notes.filter(({ applies }) => applies(config)).map(({ text }) => text)
}
