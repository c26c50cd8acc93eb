// Notes of `svc config check` on valid settings that switch something off or leave it open.

import type { Config } from '../../server/config.ts'
import { targetsOf } from '../../server/operations/second-systems/audit-copy-policy.ts'
import { localProvider } from '../../server/providers/local/local-provider.ts'
import type { ProviderKind } from '../../server/providers/provider-kind.ts'
import {
  findProvider,
  type ProviderChoice,
  providerKinds,
} from '../../server/providers/provider-registry.ts'

interface Note {
  readonly applies: (config: Config) => boolean
  readonly text: string
}

const notes: readonly Note[] = [
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
    applies: ({ liveProvider }) => liveProvider === localProvider,
    text: 'SVC_PROVIDER is local: reviewers decide live verifications, and no picture is sent out.',
  },
  {
    applies: ({ liveProvider, reviews }) =>
      liveProvider === localProvider && reviews.fourEyes === 'never',
    text: 'SVC_REVIEW_FOUR_EYES is never: one reviewer alone approves live verifications.',
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

export function notesOf(choice: ProviderChoice): readonly string[] {
  const { config } = choice
  const own = notes.filter(({ applies }) => applies(config)).map(({ text }) => text)
  const isAsked = config.liveProvider !== localProvider
  const isOff = isAsked && config.profile === 'appliance' && findProvider(choice) === undefined
  return isOff ? [liveIsOff(choice.providerKinds ?? providerKinds), ...own] : own
}

function liveIsOff(kinds: readonly ProviderKind[]): string {
  const names = kinds.map(({ chosenBy }) => chosenBy).join(' or ')
  return `Live verifications are off: ${names} is not set. The sandbox works.`
}
