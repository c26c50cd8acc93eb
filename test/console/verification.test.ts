import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright'
import { verifyInSandbox } from '../api/verifications/sandbox-client.ts'
import { call } from '../support/api-client.ts'
import { en } from '../support/console-words.ts'
import { claimed, specimenForm } from '../support/images/specimens.ts'
import { openWork } from '../support/scenes/work-scene.ts'
import { testEngine } from '../support/score.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { lendPort } from './console-port.ts'
import { goWithin } from './go-within.ts'
import { type HasEnd, standBefore } from './scene.ts'
import { assertFits, assertSound, walkPage } from './walk.ts'

/** A browser before an appliance with a provider and a scoring engine. */
async function openVerificationList(t: HasEnd) {
  const work = await openWork({ scoring: testEngine(), settings: await lendPort() })
  return { ...work, ...(await standBefore(t, work)) }
}

describe('one verification', options, () => {
  let scene: Awaited<ReturnType<typeof openVerificationList>>
  let end: () => unknown
  before(async () => {
    scene = await openVerificationList({
      after(close) {
        end = close
      },
    })
  })
  // The next test goes on in the same windows.
  afterEach(() => scene.leave())
  after(() => end())

  test('a verification reads well in each language, theme and width', async () => {
    const id = await scene.verified('DEMO-MISMATCH', { score_requested: 'true' })
    const open = () => scene.openAs('reviewer')
    const address = scene.at(`/verifications/${id}`)
    await walkPage({ open, address, settle: showPerson })
    const page = await open()
    await page.goto(`${address}?tab=score`)
    for (const tab of ['score', 'time'] as const) {
      await goWithin(page, `${address}?tab=${tab}`)
      const name = en(`verifications.detail.tabs.${tab}`)
      await page.getByRole('tab', { selected: true, name }).waitFor()
      await assertSound(page, tab)
    }
  })

  test(
    'personal data is masked until an access reason is given, and after it is hidden again',
    options,
    async () => {
      const id = await scene.verified('DEMO-MISMATCH')
      const page = await scene.openAs('reviewer')
      await page.goto(scene.at(`/verifications/${id}`))
      await page.getByRole('heading', { name: en('verifications.detail.nameMasked') }).waitFor()
      await page.getByText(en('verifications.detail.provider.answer')).click()
      await page.getByText(en('verifications.detail.provider.masked')).waitFor()
      assert.deepEqual(await personIn(page), [])
      await page.keyboard.press('p')
      const dialog = page.getByRole('dialog', { name: en('verifications.detail.person.show') })
      await dialog.getByText(en('verifications.detail.person.why')).waitFor()
      await assertSound(page, 'reasons')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Awa Testou' }).waitFor()
      assert.equal(await page.locator('mark').count(), 4, 'two names on each side')
      assert.deepEqual(await personIn(page), ['Testou', claimed.date_of_birth, 'ResultCode'])
      await page.keyboard.press('p')
      await page.getByRole('heading', { name: en('verifications.detail.nameMasked') }).waitFor()
      assert.deepEqual(await personIn(page), [])
      const revealed = (await scene.audited(id)).filter(([action]) => action.includes('personal'))
      assert.deepEqual(revealed, [
        ['verification.personal_details_viewed', { reason: 'complaint' }],
      ])
    },
  )

  test(
    'images are viewed with the keyboard alone, full ones only on request',
    options,
    async () => {
      const id = await scene.verified()
      const page = await scene.openAs('reviewer')
      await page.addInitScript(countAddresses)
      await page.goto(scene.at(`/verifications/${id}`))
      const masked = page.getByText(en('verifications.detail.pictures.maskedUntilShown'))
      await masked.first().waitFor()
      assert.equal(await page.locator('main img').count(), 0)
      await giveReason(page)
      const front = page.getByRole('img', { name: en('verifications.detail.pictures.alt.front') })
      await front.waitFor()
      await assertWhole(front)
      await press(page, ['1', '+', '+', 'r'])
      await page
        .getByRole('region', {
          name: en('verifications.detail.pictures.pane', {
            image: en('labels.imageRole.front'),
            zoom: '156%',
          }),
        })
        .waitFor()
      assert.equal(
        await page
          .getByRole('img', { name: en('verifications.detail.pictures.alt.selfie') })
          .count(),
        0,
      )
      const before = await front.getAttribute('style')
      await page.keyboard.press('ArrowDown')
      assert.notEqual(await front.getAttribute('style'), before)
      assert.match((await front.getAttribute('style')) ?? '', /rotate\(90deg\) scale\(1\.5625\)/)
      await page.keyboard.press('h')
      await page
        .getByRole('button', {
          name: en('verifications.detail.pictures.tool.whole'),
          pressed: true,
        })
        .waitFor()
      await press(page, ['f', '?'])
      const sheet = page.getByRole('dialog', { name: en('frame.keys.title') })
      await sheet.getByText(en('verifications.detail.pictures.leave')).waitFor()
      await sheet.getByText('←', { exact: true }).waitFor()
      const groups = await sheet.getByRole('heading', { level: 3 }).allInnerTexts()
      const ordered = ['general', 'review', 'page', 'images'] as const
      assert.deepEqual(
        groups,
        ordered.map((one) => en(`frame.keys.groups.${one}`)),
      )
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      await assertSound(page, 'full screen')
      await press(page, ['Escape', 'z', '0'])
      await page
        .getByRole('region', {
          name: en('verifications.detail.pictures.pane', {
            image: en('labels.imageRole.selfie'),
            zoom: '100%',
          }),
        })
        .waitFor()
      await page.getByRole('link', { name: en('verifications.detail.back') }).click()
      await page.getByRole('heading', { name: en('frame.pages.verifications') }).waitFor()
      assert.equal(await addressesLeft(page), 0, 'no picture is left in memory')
      const looks = (await scene.audited(id)).filter(([action]) => action.includes('images'))
      assert.deepEqual(looks.map(([, details]) => Object.values(details).join(' ')).toSorted(), [
        'customer_request front full',
        'customer_request front preview',
        'customer_request selfie preview',
      ])
    },
  )

  test(
    'the case file is downloaded for a reason that is kept; users without the permission do not see it (long)',
    options,
    async () => {
      const id = await scene.verified()
      const page = await scene.openAs('reviewer')
      await page.goto(scene.at(`/verifications/${id}`))
      await clickButton(page, en('verifications.detail.caseFile.open'))
      const dialog = page.getByRole('dialog', { name: en('verifications.detail.caseFile.action') })
      const why = dialog.getByLabel(en('verifications.detail.person.why'))
      const save = dialog.getByRole('button', { name: en('verifications.detail.caseFile.action') })
      assert.ok(await save.isDisabled(), 'not before a reason is chosen')
      const reasons = await why.locator('option').allInnerTexts()
      assert.ok(!reasons.includes(en('labels.accessReason.review')), 'without a claim')
      await why.selectOption('complaint')
      await assertSound(page, 'case file')
      const saved = page.waitForEvent('download')
      await save.click()
      const file = await readFile(await (await saved).path())
      assert.equal(file.subarray(0, 5).toString(), '%PDF-')
      await dialog.getByText(en('verifications.detail.caseFile.made')).waitFor()
      const [, details] =
        (await scene.audited(id)).find(([action]) => action.endsWith('exported')) ?? []
      assert.equal((details as { reason?: string }).reason, 'complaint')
      const auditor = await scene.openAs('auditor')
      await auditor.goto(scene.at(`/verifications/${id}`))
      await auditor
        .getByText(en('verifications.detail.pictures.maskedUntilShown'))
        .first()
        .waitFor()
      await assertSound(auditor, 'as auditor')
      const photos = auditor.getByRole('region', {
        name: en('verifications.detail.pictures.title'),
      })
      await clickButton(auditor, en('verifications.detail.person.show'))
      await clickButton(auditor.getByRole('dialog'), en('labels.accessReason.audit'))
      await photos.locator('img').first().waitFor()
      const developer = await scene.openAs('developer')
      const { data } = await verifyInSandbox(scene, { sandbox_outcome: 'approved' })
      await developer.goto(scene.at(`/verifications/${String(data.id)}`))
      await developer.getByRole('tab').first().waitFor()
      for (const name of ['detail.caseFile.open', 'retention.open'] as const) {
        const button = developer.getByRole('button', { name: en(`verifications.${name}`) })
        assert.equal(await button.count(), 0)
      }
    },
  )

  test(
    'a pending verification shows its result by itself; an erased or unknown one says so',
    options,
    async () => {
      const body = specimenForm({ ...claimed, id_number: 'DEMO-SLOW' })
      const { data } = await call(`${scene.url}/kyc/verify`, { key: scene.liveKey, body })
      const id = String(data.id)
      const page = await scene.openAs('reviewer')
      await page.goto(scene.at(`/verifications/${id}`))
      await page.getByText(en('verifications.detail.pending')).waitFor()
      await assertSound(page, 'pending')
      const size = page.viewportSize()
      await page.setViewportSize({ width: 360, height: 800 })
      await assertFits(page, 'pending, in a narrow window')
      await page.setViewportSize(size ?? { width: 1280, height: 800 })
      await scene.finish(id)
      await page.getByText(en('labels.status.approved')).first().waitFor()
      await page.getByText(en('verifications.detail.pending')).waitFor({ state: 'detached' })
      await scene.appliance.db.write((trx) =>
        trx.deleteFrom('data_keys').where('subject_id', '=', id).execute(),
      )
      await page.reload()
      await page.getByText(en('verifications.detail.pictures.none.erased')).waitFor()
      assert.equal(
        await page.getByRole('button', { name: en('verifications.detail.person.show') }).count(),
        0,
      )
      await assertSound(page, 'erased')
      await goWithin(page, scene.at(`/verifications/ver_${'0'.repeat(26)}`))
      await page.getByRole('heading', { name: en('verifications.detail.notFound.title') }).waitFor()
      await assertSound(page, 'unknown')
    },
  )
})

async function giveReason(page: Page): Promise<void> {
  await page.keyboard.press('p')
  await page.getByRole('dialog').locator(':focus').waitFor()
  await page.keyboard.press('Enter')
}

async function showPerson(page: Page): Promise<void> {
  await giveReason(page)
  await page.locator('mark').first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** What stands on the page of the person, of the document and of the provider's answer. */
async function personIn(page: Page): Promise<readonly string[]> {
  const text = await page.locator('main').innerText()
  return ['Testou', claimed.date_of_birth, 'ResultCode'].filter((one) => text.includes(one))
}

/** A page that was left lets go what it held a moment later. */
async function addressesLeft(page: Page): Promise<number> {
  const look = 'new Promise((resolve) => setTimeout(() => resolve(openAddresses.size), 50))'
  for (let looks = 0; looks < 1_000; looks += 1) if ((await page.evaluate(look)) === 0) return 0
  return Number(await page.evaluate(look))
}

/** Counts addresses of images that were made and not yet let go. */
function countAddresses(): void {
  const open = new Set<string>()
  const { createObjectURL, revokeObjectURL } = URL
  Object.assign(globalThis, { openAddresses: open })
  URL.createObjectURL = (thing) => {
    const address = createObjectURL.call(URL, thing)
    open.add(address)
    return address
  }
  URL.revokeObjectURL = (address) => {
    open.delete(address)
    revokeObjectURL.call(URL, address)
  }
}

/** An image that was just opened is whole and in the middle of its pane. */
async function assertWhole(image: Locator): Promise<void> {
  const inside = await image.boundingBox()
  const pane = await image.locator('xpath=..').boundingBox()
  assert.ok(inside !== null && pane !== null && inside.width > 50)
  assert.ok(inside.width <= pane.width + 1 && inside.height <= pane.height + 1, 'it fits')
  const middle = ({ x, y, width, height }: typeof pane) => [x + width / 2, y + height / 2] as const
  const [[left, top], [paneLeft, paneTop]] = [middle(inside), middle(pane)]
  assert.ok(Math.abs(left - paneLeft) < 2 && Math.abs(top - paneTop) < 2, 'it is in the middle')
}
