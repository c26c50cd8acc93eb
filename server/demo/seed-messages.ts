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

/** Why the system or the database refused: no bug, and the operator can do something about it. */
export interface SeedTrouble {
  readonly message: string
  /** Such as ENOSPC or SQLITE_FULL. */
  readonly code: string
  readonly syscall?: string
  readonly path?: string
}

/** The replies: progress, and at the end the result, or why there is none. */
export type SeedMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'seeded'; readonly seeded: Seeded }
  | { readonly kind: 'refused'; readonly trouble: SeedTrouble }
