// The agreement as text: the share with its interval, or why there is none.

import { useTranslation } from 'react-i18next'
import type {
  QualityJson,
  ReviewerFiguresJson,
} from '../../../server/console-api/quality/quality-json.ts'
import { useShow } from '../../words/show.ts'

export function useAgreementText({ checks_min: least }: QualityJson) {
  const { t } = useTranslation('quality')
  const show = useShow()
  return ({ agreement, checks }: Pick<ReviewerFiguresJson, 'agreement' | 'checks'>): string => {
    if (checks === 0) return '–'
    if (agreement === null) return t('agreement.tooFew', { count: least })
    const [share, low, high] = [agreement.share, agreement.low, agreement.high].map(show.percent)
    return t('agreement.value', { share, low, high })
  }
}
