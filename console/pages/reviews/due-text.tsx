// When a waiting review is due. Lateness is a word and an icon, not the colour alone.

import { IconAlarm, IconClockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReviewJson } from '../../../server/reviews/review-json.ts'
import { AgoText } from '../../frame/parts/ago-text.tsx'
import classes from './queue.module.css'

const icons = { in_time: undefined, due_soon: IconAlarm, overdue: IconClockExclamation } as const

export function DueText({ review: { due, due_at: dueAt } }: { readonly review: ReviewJson }) {
  const { t } = useTranslation('reviews')
  if (due === null) return null
  const Icon = icons[due]
  return (
    <span className={classes.due} data-due={due}>
      {Icon && <Icon size={14} aria-hidden />}
      <AgoText isInRow at={dueAt} say={(ago) => t(`due.${due}`, { ago })} />
    </span>
  )
}
