// Text of a moment of the timeline.

import { useTranslation } from 'react-i18next'
import { accessLabelOf } from '../../../server/audit/access-label.ts'
import type { MomentJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { isolated } from '../../words/language.ts'
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
      case 'metered':
      case 'usage_corrected':
        return { title, more: t(`detail.usage.${what as 'kyc.verify' | 'score.get'}`) }
      case 'submitted':
      case 'upload_started':
      case 'provider_accepted':
      case 'scored':
      case 'scoring_skipped':
      case 'webhook_queued':
      case 'review_opened':
        return { title, more: what ?? '' }
    }
  }

  /** An unknown action is shown by its name in the audit log. */
  function accessTitle(action: string): string {
    const label = accessLabelOf(action)
    return label ? tLabels(`access.${label}`) : action
  }

  function outcome({ what, status, duration_ms: durationMs }: MomentJson): string {
    const said =
      what === null ? t('detail.delivered') : tLabels(`deliveryError.${what as 'timeout'}`)
    const figures = [
      status === null ? '' : `HTTP\u00a0${status}`,
      durationMs === null ? '' : show.duration(durationMs),
    ]
    const parts = [said, ...figures].filter((part) => part !== '')
    return parts.map(isolated).join(' · ')
  }
}
