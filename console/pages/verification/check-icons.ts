// The icon of each result of a check.

import {
  type Icon,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconHelpCircle,
} from '@tabler/icons-react'
import type { VerificationTabProps } from './verification-tab-props.ts'

type CheckJson = VerificationTabProps['opened']['checks'][number]

export const checkIcons: Readonly<Record<CheckJson['result'], Icon>> = {
  passed: IconCircleCheck,
  failed: IconCircleX,
  unclear: IconHelpCircle,
  not_done: IconCircleMinus,
}
