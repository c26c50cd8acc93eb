// What the demo and the program that seeds its folder say to each other.

import type { Config, Secrets } from '../config.ts'
import type { Seeded, SeedPlan } from './seed-demo.ts'

/** The order, once, to the program. */
export interface SeedOrder {
  readonly config: Config
  readonly secrets: Secrets
  readonly plan: Pick<SeedPlan, 'count' | 'nowMs' | 'leavesUndecided'>
  /** Where compiled code is kept, so that what was compiled once is not compiled again. */
  readonly compileCacheDir: string | undefined
}

/** What it answers: how far it is, and at the end what came of it. */
export type SeedNews =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'seeded'; readonly seeded: Seeded }
