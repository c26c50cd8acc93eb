// The messages between the demo and the process that seeds its folder.

import type { Config, Secrets } from '../config.ts'
import type { Seeded, SeedPlan } from './seed-demo.ts'

/** The order that the demo sends once. */
export interface SeedOrder {
  readonly config: Config
  readonly secrets: Secrets
  readonly plan: Pick<SeedPlan, 'count' | 'nowMs' | 'leavesUndecided'>
  /** Folder of Node's compile cache, so that code is not compiled again. */
  readonly compileCacheDir: string | undefined
}

/** The replies: progress, and the result at the end. */
export type SeedMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'seeded'; readonly seeded: Seeded }
