// The text of a concern.

import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import type { Concern } from './concerns.ts'

export function useConcernText(): (concern: Concern) => string {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const { t: tCases } = useTranslation('verifications')
  const show = useShow()
  return (concern) => {
    switch (concern.kind) {
      case 'reason':
        return tCases(`list.reason.${concern.code}`)
      case 'differs':
        return t(`differs.${concern.check}`)
      case 'doubt':
        return t(`doubt.${concern.check}`)
      case 'fault':
        return t(`fault.${concern.code}`, { image: tLabels(`imageRole.${concern.role}`) })
      case 'score':
        return t('lowScore', { score: show.number(concern.score) })
      case 'cause':
        return tLabels(`reviewCause.${concern.cause}`)
    }
  }
}
