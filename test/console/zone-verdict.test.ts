// Claim and provider agree, and the document's zone says something else: the strip above a decision says so.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call } from '../support/api-client.ts'
import { en } from '../support/console-words.ts'
import { drawPassport, passportClaims } from '../support/drawn-passport.ts'
import { liveForm } from '../support/running-appliance.ts'
import { specimen } from '../support/specimens.ts'
import { withoutChromium } from './browser.ts'
import { clickButton } from './click-button.ts'
import { openReviewScene } from './review-scene.ts'
import { assertSound } from './walk.ts'

test('the strip tells that the zone has another date, masked at first, and marks the year', {
  skip: withoutChromium,
}, async (t) => {
  const scene = await openReviewScene(t, { SVC_DOCUMENT_READING: 'warn', SVC_PREFLIGHT: 'off' })
  const claims = { ...passportClaims, date_of_birth: '1950-02-03' }
  const images = { front_image: drawPassport(), selfie_image: specimen('selfie.jpg') }
  const body = liveForm(claims, images)
  const { data } = await call(`${scene.url}/kyc/verify`, { key: scene.liveKey, body })
  const id = String(data.id)
  await scene.finish(id)
  const page = await scene.openAs(scene.awa)
  await page.goto(scene.at(`/verifications/${id}?tab=review`))
  const strip = page.getByRole('region', { name: en('verifications.detail.strip') })
  const verdict = strip.getByText(en('labels.check.mrz_date_of_birth')).locator('xpath=..')
  await verdict.getByText(en('labels.result.failed')).waitFor()
  const verdicts = await strip.locator('[data-result]').all()
  assert.deepEqual(await Promise.all(verdicts.map((one) => one.getAttribute('data-result'))), [
    'passed',
    'passed',
    'failed',
    'passed',
  ])
  assert.equal(await strip.locator('mark').count(), 0)

  await clickButton(page, en('reviews.bar.take'))
  await strip.locator('mark').first().waitFor()
  assert.match(await strip.locator('mark').innerText(), /^\D*19\d\d$/)
  await assertSound(page, 'a zone that differs')
})
