// A review that a reviewer has just claimed.

import type { TestContext } from 'node:test'
import type { Page } from 'playwright'
import { en } from '../support/console-words.ts'
import { clickButton } from './click-button.ts'
import { openReviewScene, type ReviewScene } from './review-scene.ts'

/** Awa has claimed it, before a clock that only the test moves far. */
export async function takeReview(
  t: TestContext,
): Promise<{ readonly scene: ReviewScene; readonly page: Page }> {
  const scene = await openReviewScene(t)
  const id = await scene.queued()
  const page = await scene.openAs(scene.awa, { isNew: true })
  await page.clock.install()
  await page.goto(scene.at(`/verifications/${id}?tab=review`))
  await clickButton(page, en('reviews.bar.take'))
  return { scene, page }
}
