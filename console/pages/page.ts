// What a row of the table of pages says.

import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Permission } from '../api/session.ts'
import type { words } from '../words/en.ts'

type English = typeof words

/** Features that say what their page is called: those with `title` among their words. */
export type TitledFeature = {
  [Feature in keyof English]: English[Feature] extends { readonly title: string } ? Feature : never
}[keyof English]

/** In the order of the navigation. */
export const navigationGroups = ['work', 'integrate', 'watch', 'people'] as const
export type NavigationGroup = (typeof navigationGroups)[number]

export interface Page {
  /** Below `/console`; a parameter is `:name`. */
  readonly path: `/${string}`
  /** Whose words `title` names the page, in the navigation too. */
  readonly feature: TitledFeature
  /** Without it, every member may look at the page. The server enforces it with each request. */
  readonly permission?: Permission
  /** Only pages with it stand in the navigation. */
  readonly navigation?: { readonly group: NavigationGroup; readonly icon: Icon }
  /** The page shows one environment at a time, so the switch is offered. */
  readonly showsEnvironment?: true
  readonly load: () => Promise<ComponentType>
}

export interface DoorPage {
  readonly path: `/${string}`
  readonly load: () => Promise<ComponentType>
}
