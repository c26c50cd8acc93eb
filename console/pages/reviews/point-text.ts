// Text of a point to check.

import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import type { Point } from './points.ts'

export function usePointText(): (point: Point) => string {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const { t: tCases } = useTranslation('verifications')
  const show = useShow()
  return (point) => {
    switch (point.kind) {
      case 'reason':
        return tCases(`list.reason.${point.code}`)
      case 'doubt':
        return t(`doubt.${point.check}`)
      case 'fault':
        return t(`fault.${point.code}`, { image: tLabels(`imageRole.${point.role}`) })
      case 'score':
        return t('lowScore', { score: show.number(point.score) })
      case 'cause':
        return tLabels(`reviewCause.${point.cause}`)
    }
  }
}
