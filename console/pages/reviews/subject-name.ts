// What a finding is about, as text: a photo or a check.

import { useTranslation } from 'react-i18next'
import type { Subject } from './written.ts'

const images = ['front', 'back', 'selfie'] as const

export function useSubjectName(): (subject: Subject) => string {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  return (subject) =>
    isImage(subject)
      ? tLabels(`imageRole.${subject}`)
      : t('subject.check', { name: t(`check.${subject}`) })
}

function isImage(subject: Subject): subject is (typeof images)[number] {
  return images.some((one) => one === subject)
}
