// Reviewers in browsers before cases that wait for them.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright'
import { type Reviewer, startWork, type WorkScene } from '../support/work-scene.ts'
import { openSharedBrowser } from './scene.ts'
import { allTroubles, watchBrowser } from './watch-browser.ts'

export interface ReviewScene extends Omit<WorkScene, 'queued'> {
  at(path: string): string
  openAs(reviewer: Reviewer, options?: BrowserContextOptions): Promise<Page>
  /** Id of a verification that waits for a review. */
  queued(idNumber?: string, more?: Readonly<Record<string, string>>): Promise<string>
}

/** The appliance is the test's own: what one test leaves in the queue is no other's next case. */
export async function openReviewScene(t: TestContext): Promise<ReviewScene> {
  const work = await startWork(t, { settings: { SVC_REVIEW_SAMPLE: '0' } })
  const scene = watchBrowser(work, await openSharedBrowser())
  t.after(() => assert.deepEqual(allTroubles(work, scene.troubles), []))
  return {
    ...work,
    at: scene.at,
    async openAs(reviewer, options) {
      const page = await scene.open(options)
      t.after(() => page.context().close())
      const [name = '', value = ''] = reviewer.cookie?.split('=') ?? []
      const url = new URL(scene.at('')).origin
      await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
      return page
    },
    queued: (idNumber = 'DEMO-MISMATCH', more = {}) => work.verified(idNumber, more),
  }
}
