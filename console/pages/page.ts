// What a row of the table of pages says.

import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Permission } from '../api/session.ts'
import type { words } from '../words/en.ts'
import type { PageFeature } from '../words/language.ts'

/** What a page is called is said in `pages` of the frame's words. */
export type PageName = keyof (typeof words)['frame']['pages']

/** In the order of the navigation. */
export const navigationGroups = ['work', 'integrate', 'watch', 'users'] as const
export type NavigationGroup = (typeof navigationGroups)[number]

export interface Page {
  /** Below `/console`; a parameter is `:name`. */
  readonly path: `/${string}`
  readonly name: PageName
  /** What is to be loaded of the words before the page is shown. */
  readonly words: readonly PageFeature[]
  /** Without it, every member may look at the page. The server enforces it with each request. */
  readonly permission?: Permission
  /** Only pages with it stand in the navigation. */
  readonly navigation?: {
    readonly group: NavigationGroup
    readonly icon: Icon
    /** Shows how many of it wait for this person. */
    readonly count?: 'approvals'
  }
  /** The page shows one environment at a time, so the switch is offered. */
  readonly showsEnvironment?: true
  readonly load: () => Promise<ComponentType>
}

export interface SignedOutPage {
  readonly path: `/${string}`
  readonly words: readonly PageFeature[]
  readonly load: () => Promise<ComponentType>
}
