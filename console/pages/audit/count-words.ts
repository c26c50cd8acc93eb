// The count of an audit entry with the noun of what its action counts.

import { useTranslation } from 'react-i18next'
import type { AuditEntryJson } from '../../../server/audit/audit-json.ts'
import { useShow } from '../../words/show.ts'

type Action = AuditEntryJson['action']

/** What the `count` of an action counts. */
export const counted = {
  'audit.viewed': 'entriesShown',
  'audit.verified': 'faults',
  'audit.exported': 'entries',
  'verification.searched': 'found',
  'verification.exported': 'verifications',
  'user.session_ended': 'sessionsEnded',
  'user.invited_again': 'sessionsEnded',
  'user.second_factor_reset': 'sessionsEnded',
  'user.second_factor_locked': 'wrongCodes',
  'user.password_changed': 'otherSessionsEnded',
  'user.recovery_codes_made': 'codes',
  'user.sign_in_refused': 'times',
  'user.link_refused': 'times',
  'api.refused': 'times',
  'api.virus_refused': 'photos',
  'console.refused': 'times',
  'webhook.replayed': 'deliveries',
  'usage.repaired': 'counters',
  'usage.recounted': 'countersDiffered',
  'usage.exported': 'events',
  'outbound.exported': 'calls',
  'settings.changed': 'settings',
  'encryption.verified': 'values',
  'encryption.key_split': 'shares',
  'backup.created': 'photos',
  'backup.pruned': 'backups',
  'backup.restored': 'erasedAgain',
} as const satisfies Partial<Record<Action, string>>

/** `25 entries shown`: the count with its noun. */
export function useCount(): (action: Action, count: number) => string {
  const { t } = useTranslation('audit')
  const show = useShow()
  return (action, count) => {
    const shown = show.number(count)
    return isCounted(action) ? t(`count.${counted[action]}`, { count, shown }) : shown
  }
}

function isCounted(action: Action): action is keyof typeof counted {
  return action in counted
}
