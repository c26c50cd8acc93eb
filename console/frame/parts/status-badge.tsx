// A status as word, icon and colour together, so that no one of them carries the meaning alone.

import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconEye,
  IconMinus,
} from '@tabler/icons-react'
import type { StatusTone } from '../status-colours.ts'
import classes from './status-badge.module.css'

const icons: Readonly<Record<StatusTone, Icon>> = {
  approved: IconCircleCheck,
  declined: IconCircleX,
  error: IconAlertTriangle,
  pending: IconClock,
  review: IconEye,
  neutral: IconMinus,
}

export interface StatusBadgeProps {
  readonly tone: StatusTone
  /** What it says; the words of the page's own feature. */
  readonly label: string
  readonly icon?: Icon
}

export function StatusBadge({ tone, label, icon }: StatusBadgeProps) {
  const Shape = icon ?? icons[tone]
  return (
    <span className={classes.badge} data-tone={tone}>
      <Shape size={14} stroke={2} aria-hidden />
      {label}
    </span>
  )
}
