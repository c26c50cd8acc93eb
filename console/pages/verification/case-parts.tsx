// What stands in the right column of a verification: its tabs, in their order, and what stays at the bottom
// of the window below them. Another part of the page is one row here.

import type { ComponentType } from 'react'
import type { CaseJson } from '../../../server/console-api/case-json.ts'
import { ChecksTab } from './checks-tab.tsx'
import { ScoreTab } from './score-tab.tsx'
import { TimeLineTab } from './time-line-tab.tsx'
import type { Person } from './use-person.ts'

export interface CasePartProps {
  readonly opened: CaseJson
  readonly person: Person
}

export interface CaseTab {
  /** Its name is `detail.tabs.<id>` in the words of cases. */
  readonly id: 'checks' | 'score' | 'time'
  /** Opens it from anywhere on the page. */
  readonly shortcut: string
  readonly Content: ComponentType<CasePartProps>
}

export const caseTabs: readonly CaseTab[] = [
  { id: 'checks', shortcut: 'c', Content: ChecksTab },
  { id: 'score', shortcut: 's', Content: ScoreTab },
  { id: 'time', shortcut: 't', Content: TimeLineTab },
]

/** Fixed at the bottom right, over whichever tab is open. */
export const caseBars: readonly ComponentType<CasePartProps>[] = []
