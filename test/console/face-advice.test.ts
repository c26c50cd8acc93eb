// The advice of the bank's own face model beside the two faces: masked as they are, and in no colour of a verdict.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright'
import { en } from '../support/console-words.ts'
import { placeFaceModel } from '../support/face-model.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { withoutChromium } from './browser.ts'
import { clickButton } from './click-button.ts'
import { openReviewScene } from './review-scene.ts'
import { assertSound } from './walk.ts'

test('a reviewer reads the advice under the faces and among the checks (long)', {
  skip: withoutChromium,
}, async (t) => {
  const scene = await openReviewScene(t, placeFaceModel(tempFolder(t)).settings)
  const id = await scene.queued('DEMO-MISMATCH')
  const page = await scene.openAs(scene.awa)
  await page.goto(scene.at(`/verifications/${id}?tab=checks`))
  const advice = page.getByText(en('verifications.detail.faces.label'))
  await page.getByText(en('verifications.detail.pictures.masked')).first().waitFor()
  assert.equal(await advice.count(), 0)

  await clickButton(page, en('reviews.bar.take'))
  await advice.waitFor()
  await page.keyboard.press('m')
  await advice.nth(1).waitFor()
  for (const line of await advice.all()) {
    const said = await line.innerText()
    assert.ok(said.includes(en('labels.faceAdvice.more_alike')), said)
    assert.match(
      said,
      /Similarity 0\.\d{4}, threshold −1\.0000\. .*: 0\.25% \(95% interval 0\.006% to 1\.385%\)/,
    )
    const side = line.locator('strong')
    assert.equal(await colourOf(side), await colourOf(line))
  }
  await assertSound(page, 'two faces with advice')

  await clickButton(page, en('reviews.bar.release'))
  await page.getByText(en('verifications.detail.pictures.masked')).first().waitFor()
  assert.equal(await advice.count(), 0)
})

interface Styles {
  getComputedStyle(element: unknown): { readonly color: string }
}

/** By a function: a text would be taken for an expression, and not called. */
async function colourOf(shown: Locator): Promise<string> {
  const colour = await shown.evaluate(
    (element: unknown) => (globalThis as unknown as Styles).getComputedStyle(element).color,
  )
  assert.match(colour, /^rgb/)
  return colour
}
