// Text of a moment of the timeline.

import { useTranslation } from 'react-i18next'
import type { MomentJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { useShow } from '../../words/show.ts'

interface MomentText {
  readonly title: string
  readonly more: string
}

export function useMomentText(): (moment: MomentJson) => MomentText {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const show = useShow()
  return (moment) => {
    const { kind, what, user } = moment
    const by = user?.name ?? ''
    const title = tLabels(`moment.${kind}`)
    switch (kind) {
      case 'completed':
        return { title, more: tLabels(`status.${what as 'approved'}`) }
      case 'review_entry':
        return { title: tLabels(`reviewEntry.${what as 'note'}`), more: by }
      case 'looked':
        return { title: accessTitle(what ?? ''), more: by }
      case 'webhook_attempted':
        return { title: t('detail.attempt', { number: moment.number ?? 1 }), more: outcome(moment) }
      case 'submitted':
      case 'upload_started':
      case 'provider_accepted':
      case 'scored':
      case 'scoring_skipped':
      case 'metered':
      case 'webhook_queued':
      case 'review_opened':
        return { title, more: what ?? '' }
    }
  }

  /** An unknown action is shown by its name in the audit log. */
  function accessTitle(action: string): string {
    return isAccess(action) ? tLabels(`access.${accesses[action]}`) : action
  }

  function outcome({ what, status, duration_ms: durationMs }: MomentJson): string {
    const said =
      what === null ? t('detail.delivered') : tLabels(`deliveryError.${what as 'timeout'}`)
    const figures = [
      status === null ? '' : `HTTP\u00a0${status}`,
      durationMs === null ? '' : show.duration(durationMs),
    ]
    return [said, ...figures].filter((part) => part !== '').join(' · ')
  }
}

const accesses = {
  'verification.viewed': 'viewed',
  'verification.personal_details_viewed': 'person',
  'verification.images_viewed': 'images',
  'verification.exported': 'exported',
  'verification.reviewed': 'reviewed',
  'verification.erased': 'erased',
  'verification.erased_again': 'erased_again',
  'verification.images_erased': 'images_erased',
  'verification.held': 'held',
  'verification.hold_released': 'hold_released',
  'verification.relationship_ended': 'relationship_ended',
  'verification.relationship_end_corrected': 'relationship_end_corrected',
  'verification.export_handed_over': 'export_handed_over',
  'verification.export_deleted': 'export_deleted',
} as const

function isAccess(action: string): action is keyof typeof accesses {
  return action in accesses
}
