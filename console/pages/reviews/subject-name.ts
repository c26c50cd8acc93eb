// What a finding is about, in words: a picture, or one of the checks.

import { useTranslation } from 'react-i18next'
import type { Subject } from './draft.ts'

const pictures = ['front', 'back', 'selfie'] as const

export function useSubjectName(): (subject: Subject) => string {
  const { t } = useTranslation('reviews')
  return (subject) =>
    isPicture(subject)
      ? t(`subject.${subject}`)
      : t('subject.check', { name: t(`check.${subject}`) })
}

function isPicture(subject: Subject): subject is (typeof pictures)[number] {
  return pictures.some((one) => one === subject)
}
