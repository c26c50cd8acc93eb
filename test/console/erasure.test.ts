import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { endRelationship } from '../../server/erasure/hold-verification.ts'
import { verifyInSandbox } from '../api/verifications/sandbox-client.ts'
import { ar, en, fr } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { openReviewScene, type ReviewScene } from './review-scene.ts'
import { assertSound } from './walk.ts'

async function openDialog(scene: ReviewScene, page: Page, id: string, words = en) {
  page.setDefaultTimeout(15_000)
  await page.goto(scene.at(`/verifications/${id}`))
  await clickButton(page, words('verifications.retention.open'))
  const dialog = page.getByRole('dialog', { name: words('verifications.retention.open') })
  await dialog.getByRole('heading', { name: words('verifications.retention.holds') }).waitFor()
  return dialog
}

test(
  'one person requests an erasure, another approves it, and the page shows it as erased',
  options,
  async (t) => {
    const scene = await openReviewScene(t)
    const { awa, omar } = scene
    const id = String((await verifyInSandbox(scene)).data.id)
    const asking = await scene.openAs(awa, { locale: 'ar-MA' })
    const dialog = await openDialog(scene, asking, id, ar)
    // It names no law, which would be named in French.
    await dialog.getByText(/^لا نص: /).waitFor()
    await assertSound(asking, 'request')
    const request = dialog.getByRole('button', { name: ar('verifications.retention.request') })
    assert.ok(await request.isDisabled(), 'no reason is chosen beforehand')
    await dialog
      .getByLabel(ar('verifications.retention.reasonLabel'))
      .first()
      .selectOption('subject_request')
    await request.click()
    await dialog.getByText(ar('verifications.retention.waits')).waitFor()

    const deciding = await scene.openAs(omar)
    await deciding.goto(scene.at('/approvals'))
    await clickButton(deciding, en.like('approvals.openNamed'))
    const decision = deciding.getByRole('dialog', {
      name: en('approvals.kind.verification_erasure'),
    })
    await decision.getByText(en('approvals.ground.sandbox_test')).waitFor()
    await decision.getByText(en('verifications.retention.destroys')).waitFor()
    await assertSound(deciding, 'decision')
    await clickButton(decision, en('approvals.approveErasure'))
    await deciding.getByText(en('approvals.done.approved')).waitFor()

    await asking.goto(scene.at(`/verifications/${id}`))
    await asking.getByRole('heading', { name: ar('verifications.detail.nameErased') }).waitFor()
    await clickButton(asking, ar('verifications.retention.open'))
    const done = asking.getByRole('dialog', { name: ar('verifications.retention.open') })
    const saved = asking.waitForEvent('download')
    await clickButton(done, ar('verifications.retention.certificate'))
    assert.equal((await saved).suggestedFilename(), `erasure-${id}.html`)
    await assertSound(asking, 'erased')
    await asking.goto(scene.at('/verifications?environment=sandbox'))
    await asking.getByText(ar('verifications.retention.badge'), { exact: true }).waitFor()
  },
)

test(
  'erasures have their subject in the list, open by keyboard, and are looked at before they are approved',
  options,
  async (t) => {
    const scene = await openReviewScene(t)
    const { awa, omar } = scene
    for (const _ of ['first', 'second']) {
      const id = String((await verifyInSandbox(scene)).data.id)
      await awa.post(`/verifications/${id}/erasure/request`, { reason: 'subject_request' })
    }
    const page = await scene.openAs(omar)
    await page.goto(scene.at('/approvals'))
    const buttons = page.getByRole('button', { name: en.like('approvals.openNamed') })
    await buttons.nth(1).waitFor()
    const labelOf = (at: number) => buttons.nth(at).getAttribute('aria-label')
    assert.notEqual(await labelOf(0), await labelOf(1))
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: en('approvals.kind.verification_erasure') })
    const link = dialog.getByRole('link', { name: /^ver_/ })
    const id = await link.textContent()
    await link.click()
    await page.waitForURL(`**/verifications/${id}`)
    await page.goBack()
    await buttons.nth(1).waitFor()
  },
)

test(
  'before the floor the dialog names the law, in French too, and a hold is set and released (long)',
  options,
  async (t) => {
    const scene = await openReviewScene(t)
    const id = await scene.queued('1990199100042')
    const french = await scene.openAs(scene.awa, { locale: 'fr-SN', colorScheme: 'dark' })
    const dialog = await openDialog(scene, french, id, fr)
    await dialog
      .getByText(/Loi 2024-08/)
      .first()
      .waitFor()
    await dialog.getByText(fr('verifications.retention.blocked')).waitFor()
    await dialog.getByLabel(fr('verifications.retention.holdReference')).fill('CENTIF-118')
    const set = dialog.getByRole('button', { name: fr('verifications.retention.setHold') })
    assert.ok(await set.isDisabled(), 'no reason is chosen beforehand')
    await dialog.getByLabel(fr('verifications.retention.reasonLabel')).selectOption('investigation')
    await set.click()
    await dialog.getByText(/CENTIF-118/).waitFor()
    const title = dialog.locator('h2:focus', { hasText: fr('verifications.retention.holds') })
    await title.waitFor()
    const release = dialog.getByRole('button', {
      name: fr.like('verifications.retention.releaseNamed'),
    })
    await release.press('Enter')
    await dialog.getByText(fr('verifications.retention.releaseAsk')).waitFor()
    await assertSound(french, 'floor-fr-dark')
    await french.keyboard.press('Enter')
    await dialog.getByText(fr('verifications.retention.releaseAsk')).waitFor({ state: 'detached' })
    await dialog
      .locator('button:focus', { hasText: fr('verifications.retention.release') })
      .waitFor()
    await release.click()
    await release.click()
    await dialog.getByText(fr('verifications.retention.noHold')).waitFor()
    await title.waitFor()

    const endedAt = scene.clock.now()
    await endRelationship(scene.appliance, fromCommandLine, { verificationId: id, endedAt })
    const ended = await openDialog(scene, french, id, fr)
    // One day, without an hour, in the list and in the reason.
    await ended
      .getByRole('definition')
      .getByText('21\u00a0nov.\u00a02036', { exact: true })
      .waitFor()
    await ended.getByText(/jusqu’au 21\snov\.\s2036/).waitFor()
  },
)
