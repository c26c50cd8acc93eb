// Type of an entry in the table of pages.

import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Permission } from '../../server/users/role.ts'
import type { FirstTexts, PageFeature } from '../words/texts.ts'

/** A page is named after its texts: their `title` is `pages.<name>` in the frame's texts. */
export type PageName = keyof FirstTexts['frame']['pages']

/** In the order of the navigation. */
export const navigationGroups = ['work', 'integrate', 'watch', 'users'] as const
type NavigationGroup = (typeof navigationGroups)[number]

export interface ConsolePage {
  /** Path below `/console`; parameters are `:name`. */
  readonly path: `/${string}`
  readonly name: PageName
  /** Texts to load before the page is shown. */
  readonly words: readonly PageFeature[]
  /**
   * Required permission; every user may open pages without it. The server enforces it on each
   * request.
   */
  readonly permission?: Permission
  /** Only pages with this are in the navigation. */
  readonly navigation?: {
    readonly group: NavigationGroup
    readonly icon: Icon
    /** Shows the number of items awaiting this user, or of the open and overdue reviews. */
    readonly count?: 'approvals' | 'reviews'
  }
  /** The page shows one environment at a time: the switch is shown. */
  readonly showsEnvironment?: true
  readonly load: () => Promise<ComponentType>
}

export interface SignedOutPage {
  readonly path: `/${string}`
  readonly words: readonly PageFeature[]
  readonly load: () => Promise<ComponentType>
}
