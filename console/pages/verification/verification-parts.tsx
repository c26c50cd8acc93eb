// What stands in the right column of a verification: its tabs, in their order, and what stays at the bottom
// of the window below them. Another part of the page is one row here.

import type { ComponentType } from 'react'
import type { VerificationDetailJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { DecisionBar } from '../reviews/decision-bar.tsx'
import { ReviewPanel } from '../reviews/review-panel.tsx'
import { ChecksTab } from './checks-tab.tsx'
import { ScoreTab } from './score-tab.tsx'
import { TimeLineTab } from './time-line-tab.tsx'
import type { Person } from './use-person.ts'

export interface VerificationTabProps {
  readonly opened: VerificationDetailJson
  readonly person: Person
}

export interface VerificationTab {
  /** Its name is `detail.tabs.<id>` in the words of cases. */
  readonly id: 'checks' | 'score' | 'time' | 'review'
  /** Opens it from anywhere on the page. */
  readonly shortcut: string
  readonly Content: ComponentType<VerificationTabProps>
}

export const verificationTabs: readonly VerificationTab[] = [
  { id: 'checks', shortcut: 'c', Content: ChecksTab },
  { id: 'score', shortcut: 's', Content: ScoreTab },
  { id: 'time', shortcut: 't', Content: TimeLineTab },
  { id: 'review', shortcut: 'v', Content: ReviewPanel },
]

/** Fixed at the bottom right, over whichever tab is open. */
export const verificationBars: readonly ComponentType<VerificationTabProps>[] = [DecisionBar]
