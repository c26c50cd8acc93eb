// Tabs of the right column, in their order, and the bars at the bottom of the window.

import type { ComponentType } from 'react'
import type { Permission } from '../../../server/users/role.ts'
import { DecisionBar } from '../reviews/decision-bar.tsx'
import { ReviewTab } from '../reviews/review-tab.tsx'
import { ChecksTab } from './checks-tab.tsx'
import { ScoreTab } from './score-tab.tsx'
import type { TabId } from './tab-ids.ts'
import { TimeLineTab } from './time-line-tab.tsx'
import type { VerificationTabProps } from './verification-tab-props.ts'

export interface VerificationTab {
  /** The label is `detail.tabs.<id>`. */
  readonly id: TabId
  /** Shortcut that opens the tab. */
  readonly shortcut: string
  /** Without it, the tab is not offered. */
  readonly permission?: Permission
  readonly Content: ComponentType<VerificationTabProps>
}

export const verificationTabs: readonly VerificationTab[] = [
  { id: 'checks', shortcut: 'c', Content: ChecksTab },
  { id: 'score', shortcut: 's', Content: ScoreTab },
  { id: 'time', shortcut: 't', Content: TimeLineTab },
  { id: 'review', shortcut: 'v', permission: 'reviews.read', Content: ReviewTab },
]

/** Fixed at the bottom right on every tab, for users who decide reviews. */
export const verificationBars: readonly ComponentType<VerificationTabProps>[] = [DecisionBar]
