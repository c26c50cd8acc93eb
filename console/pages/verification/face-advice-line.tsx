// What the bank's own face model says of portrait and selfie: one line of advice, in no colour of a verdict.

import { useTranslation } from 'react-i18next'
import type { FaceAdviceJson } from '../../../server/console-api/verifications/face-advice-json.ts'
import { similarityFormat } from '../../../server/console-api/verifications/similarity-format.ts'
import { useShow } from '../../words/show.ts'

const shareFormat = { style: 'percent', maximumFractionDigits: 3 } as const

export function FaceAdviceLine({ advice }: { readonly advice: FaceAdviceJson }) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const show = useShow()
  if (advice.outcome !== 'compared') {
    return <>{`${t('detail.faces.label')} ${tLabels(`faceAdvice.${advice.outcome}`)}`}</>
  }
  const { figures } = advice
  const { similarity, threshold, false_match: measured } = figures
  const side = tLabels(`faceAdvice.${figures.is_more_alike ? 'more_alike' : 'less_alike'}`)
  const said = t('detail.faces.figures', {
    similarity: show.number(similarity, similarityFormat),
    threshold: show.number(threshold, similarityFormat),
    share: show.number(measured.share, shareFormat),
    low: show.number(measured.low, shareFormat),
    high: show.number(measured.high, shareFormat),
  })
  return (
    <>
      {`${t('detail.faces.label')} `}
      <strong>{side}</strong>
      {` ${said}`}
    </>
  )
}
