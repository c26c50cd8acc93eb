// Reviewers in browsers before cases that wait for them.

import type { TestContext } from 'node:test'
import type { Page } from 'playwright'
import { openWork, type Reviewer, type WorkScene } from '../support/scenes/work-scene.ts'
import { lendPort } from './console-port.ts'
import { standBefore } from './scene.ts'
import { takeCookie, type WatchedOptions } from './watch-browser.ts'

export interface ReviewScene extends Omit<WorkScene, 'queued'> {
  at(path: string): string
  /** For tests that make trouble on purpose: none of it fails them. */
  forgive(): void
  openAs(reviewer: Reviewer, options?: WatchedOptions): Promise<Page>
  /** Id of a verification that waits for a review. */
  queued(idNumber?: string, more?: Readonly<Record<string, string>>): Promise<string>
}

/** The appliance is the test's own: what one test leaves in the queue is no other's next case. */
export async function openReviewScene(
  t: TestContext,
  settings: Readonly<Record<string, string>> = {},
): Promise<ReviewScene> {
  const work = await openWork({ settings: { ...settings, ...(await lendPort()) } })
  const { open, at, forgive } = await standBefore(t, work)
  return {
    ...work,
    at,
    forgive,
    async openAs(reviewer, options) {
      const page = await open(options)
      await takeCookie(page, reviewer, new URL(at('')).origin)
      return page
    },
    queued: (idNumber = 'DEMO-MISMATCH', more = {}) => work.verified(idNumber, more),
  }
}
