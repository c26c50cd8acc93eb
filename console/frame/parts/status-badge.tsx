// A status as word, icon and colour together, so that none carries the meaning alone.

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

interface StatusBadgeProps {
  readonly tone: StatusTone
  /** The label, from the page's own texts. */
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
