import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright'
import { call } from '../support/api-client.ts'
import { en } from '../support/console-words.ts'
import { drawPassport, passportClaims } from '../support/images/drawn-passport.ts'
import { placeFaceModel } from '../support/images/face-model.ts'
import { claimed, specimen } from '../support/images/specimens.ts'
import { liveForm } from '../support/running-appliance.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { interceptRequests } from './page-requests.ts'
import { openReviewScene } from './review-scene.ts'
import { assertSound } from './walk.ts'

const picture = (role: 'portrait' | 'selfie') => ({
  name: en(`verifications.detail.pictures.alt.${role}`),
})

test('who holds a review sees images, values and decision on one screen', options, async (t) => {
  const scene = await openReviewScene(t)
  const id = await scene.queued('DEMO-MISMATCH')
  const page = await scene.openAs(scene.awa)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(scene.at(`/verifications/${id}?tab=review`))
  const masked = page.getByText(en('verifications.detail.pictures.masked'))
  await masked.first().waitFor()
  const strip = page.getByRole('region', { name: en('verifications.detail.strip') })
  await strip.getByText(en('verifications.detail.masked')).first().waitFor()
  assert.equal(await page.locator('main img').count(), 0)

  await clickButton(page, en('reviews.bar.take'))
  await strip.locator('mark').first().waitFor()
  await page.getByRole('img', picture('selfie')).waitFor()
  await page.evaluate('scrollTo(0, 0)')
  for (const shown of [
    page.getByRole('img', picture('selfie')),
    strip,
    page.getByRole('radio', { name: en('reviews.choose.dispute') }),
    page.getByRole('region', { name: en('reviews.bar.label') }),
  ]) {
    const box = await shown.boundingBox()
    assert.ok(box !== null && box.y >= 0 && box.y + box.height <= 800, JSON.stringify(box))
  }
  await assertSound(page, 'a claimed review')

  await clickButton(page, en('reviews.bar.release'))
  await masked.first().waitFor()
  assert.equal(await strip.locator('mark').count(), 0)
  const reasons = (await scene.audited(id)).flatMap(([action, details]) =>
    action.startsWith('verification.') && 'reason' in details ? [details.reason] : [],
  )
  assert.deepEqual([...new Set(reasons)], ['review'])
})

test('a photo that was let go outside its pane follows the pointer no more', options, async (t) => {
  const scene = await openReviewScene(t)
  const id = await scene.queued('DEMO-MISMATCH')
  const page = await scene.openAs(scene.awa)
  await page.goto(scene.at(`/verifications/${id}?tab=review`))
  await clickButton(page, en('reviews.bar.take'))
  const selfie = page.getByRole('img', picture('selfie'))
  await selfie.waitFor()
  const { x, y, width, height } = (await selfie.boundingBox()) ?? assert.fail('no selfie')
  const { mouse } = page
  await mouse.move(x + width / 2, y + height / 2)
  await mouse.down()
  await mouse.move(1200, y + height / 2)
  await mouse.up()
  assert.equal(await page.evaluate('String(getSelection())'), '', 'no text is marked')
  await mouse.move(x + width / 2, y + height / 2)
  await mouse.wheel(0, -400)
  await page.locator('[data-role=selfie][data-movable]').waitFor()
  const placed = () =>
    page.evaluate(`new Promise((show) => requestAnimationFrame(() => requestAnimationFrame(() =>
      show(document.querySelector('[data-role=selfie] img').style.transform))))`)
  const before = await placed()
  await mouse.move(x + width / 2 + 50, y + height / 2 + 50)
  assert.equal(await placed(), before)
})

test(
  'the document’s portrait stands beside the selfie, at the same size (long)',
  options,
  async (t) => {
    const scene = await openReviewScene(t)
    await scene.queued(claimed.id_number)
    const id = await scene.queued(claimed.id_number, { date_of_birth: '1971-02-03' })
    const page = await scene.openAs(scene.awa)
    await page.goto(scene.at(`/verifications/${id}?tab=review`))
    await clickButton(page, en('reviews.bar.take'))
    await page.getByRole('img', picture('selfie')).waitFor()
    await page.keyboard.press('m')
    const faces = [
      page.getByRole('img', picture('portrait')),
      page.getByRole('img', picture('selfie')),
    ]
    for (const face of faces) await face.waitFor()
    await page.getByText(en('verifications.detail.pictures.byLayout')).waitFor()
    const boxes = await Promise.all(faces.map((face) => face.locator('xpath=..').boundingBox()))
    const [one = 0, other = 9] = boxes.map((box) => Math.round(box?.width ?? 0))
    assert.ok(Math.abs(one - other) <= 1, 'both are as wide')
    const seen = page.getByRole('region', { name: en('verifications.detail.seen.title') })
    await seen.getByText(en('verifications.detail.seen.match.id_number')).waitFor()
    await seen.getByText(en('verifications.detail.seen.reuse', { dates: 2, names: 1 })).waitFor()
    await assertSound(page, 'two faces, and what was seen before')
    await page.setViewportSize({ width: 320, height: 800 })
    await assertSound(page, 'the same on a narrow screen')
    const width = await page.evaluate('document.documentElement.scrollWidth')
    assert.equal(width, 320)

    scene.forgive()
    const answer = {
      status: 500,
      json: { error: { code: 'internal_error', message: 'x', request_id: 'req_1' } },
    }
    await interceptRequests(page, '**/seen-before', (route) => route.fulfill(answer))
    await page.reload()
    await page.getByRole('alert').waitFor()
    await page.unroute('**/seen-before')
    await clickButton(page, en('errors.retry'))
    await seen.getByText(en('verifications.detail.seen.match.id_number')).waitFor()
  },
)

test(
  'the strip tells that the zone has another date, masked at first, and marks the year (long)',
  options,
  async (t) => {
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
  },
)

test(
  'a reviewer reads the advice under the faces and among the checks (long)',
  options,
  async (t) => {
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
  },
)

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
