// What opens on a page: dialogs, menus, and a review in each of its states. Nothing is sent but claims.

import type { Page } from 'playwright'
import { clickButton } from '../../test/console/click-button.ts'
import type { ConsoleWords } from '../../test/support/console-words.ts'
import { first, firstQualityCheck, firstReview, type Shot, waitingRequest } from './shot.ts'

type Settle = NonNullable<Shot['settle']>

export const stateShots: readonly Shot[] = [
  covered('claimed', firstReview('state=open'), 'reviewer', decide),
  covered('to-send', firstReview('state=open'), 'reviewer', async (page, say) => {
    await decide(page, say)
    await page.keyboard.press('Control+Enter')
    await page.locator('button:focus').waitFor()
  }),
  covered('leave', firstReview('state=open'), 'reviewer', async (page, say) => {
    await decide(page, say)
    await page.keyboard.press('n')
    await dialog(page, say('reviews.leave.title'))
  }),
  covered('rejection', firstReview('state=proposed'), 'lead', async (page, say) => {
    await page.getByRole('region', { name: say('reviews.bar.label') }).waitFor()
    await page.keyboard.press('x')
    await page.locator('input[type=radio]:focus').waitFor()
  }),
  covered('quality-check', firstQualityCheck, 'lead', async (page, say) => {
    const claim = page.getByRole('button', { name: say('reviews.quality.claim') })
    const outcome = page.getByRole('radio', { name: say.like('reviews.choose.dispute') })
    await claim.or(outcome).waitFor()
    if (await claim.isVisible()) await claim.click()
    await outcome.waitFor()
    await page.keyboard.press('x')
    await page.locator('input[type=checkbox]:focus').waitFor()
  }),
  covered('assign', '/reviews', 'lead', async (page, say) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('checkbox', { name: say('reviews.bulk.page') }).check()
    await clickButton(page, say('reviews.bulk.assign'))
    await dialog(page, say('reviews.bulk.assignTitle'))
  }),
  covered('save-filter', '/verifications?status=declined,error', 'reviewer', async (page, say) => {
    await clickButton(page, say('verifications.list.saved.open'))
    await page.getByRole('menuitem', { name: say('verifications.list.saved.save') }).click()
    await dialog(page, say('verifications.list.saved.save'))
  }),
  covered('export', '/verifications', 'reviewer', async (page, say) => {
    await clickButton(page, say('verifications.list.export.open'))
    await dialog(page, say('verifications.list.export.title'))
    const personal = page.getByRole('radio', {
      name: say('verifications.list.export.personal.label'),
    })
    await personal.check()
  }),
  covered('erase', first('/verifications', '?status=approved&limit=1'), 'lead', (page, say) =>
    opens(page, say('verifications.retention.open'), say('verifications.retention.open')),
  ),
  covered('case-file', first('/verifications', '?status=approved&limit=1'), 'lead', (page, say) =>
    opens(
      page,
      say('verifications.detail.caseFile.open'),
      say('verifications.detail.caseFile.action'),
    ),
  ),
  covered('shown', first('/verifications', '?status=declined&limit=1'), 'lead', show),
  covered(
    'faces',
    first('/verifications', '?status=declined&limit=1'),
    'lead',
    async (page, say) => {
      await show(page, say)
      await page.keyboard.press('m')
      await page.getByText(say('verifications.detail.pictures.byLayout')).first().waitFor()
    },
  ),
  covered('access-reason', first('/verifications', '?limit=1'), 'auditor', async (page, say) => {
    await clickButton(page, say('verifications.detail.person.show'))
    await dialog(page, say('verifications.detail.person.show'))
  }),
  covered('create-key', '/keys', 'developer', (page, say) =>
    opens(page, say('keys.create.open'), say('keys.create.title.live')),
  ),
  covered('rotate-key', '/keys', 'developer', (page, say) =>
    opensFirst(page, say.like('keys.rotate.openNamed')),
  ),
  covered('revoke-key', '/keys', 'developer', (page, say) =>
    opensFirst(page, say.like('keys.revoke.openNamed')),
  ),
  covered('add-webhook', '/webhooks', 'developer', (page, say) =>
    opens(page, say('webhooks.form.add'), say('webhooks.form.add')),
  ),
  covered('signature-checked', '/webhooks/check', 'developer', async (page, say) => {
    await page
      .getByLabel(say('webhooks.check.headers'))
      .fill(`svc-timestamp: 1795251588\nsvc-signature: ${'a'.repeat(64)}`)
    await page.getByLabel(say('webhooks.check.body')).fill('{"id":"evt_01"}')
    await page.getByLabel(say('webhooks.secret.label'), { exact: true }).fill('whsec_of_a_receiver')
    await clickButton(page, say('webhooks.check.action'))
    await page.getByRole('alert').waitFor()
  }),
  covered('rotate-secret', first('/webhooks', '?limit=1'), 'developer', async (page, say) => {
    await clickButton(page, say('webhooks.more'))
    await page.getByRole('menuitem', { name: say('webhooks.rotate.action') }).click()
    await dialog(page, say('webhooks.rotate.title'))
  }),
  covered('replay', first('/webhooks', '?limit=1'), 'developer', (page, say) =>
    opens(page, say('webhooks.replayRange.open'), say('webhooks.replayRange.open')),
  ),
  covered('invite', '/users', 'administrator', (page, say) =>
    opens(page, say('users.invite.open'), say('users.invite.title')),
  ),
  covered('change-role', '/users', 'administrator', async (page, say) => {
    await page
      .getByRole('button', { name: say.like('users.manage.openNamed') })
      .nth(1)
      .click()
    await page.getByRole('menuitem', { name: say('users.manage.role') }).click()
    await page.getByRole('dialog').waitFor()
  }),
  covered('add-factor', '/account', 'reviewer', (page, say) =>
    opens(page, say('account.factors.add'), say('account.factors.add')),
  ),
  covered('recount', '/usage', 'administrator', (page, say) =>
    opens(page, say('usage.recount.open'), say('usage.recount.dialog.title')),
  ),
  covered('verify-chain', '/audit', 'auditor', (page, say) =>
    opens(page, say('audit.verify.open'), say('audit.verify.open')),
  ),
  covered('export-audit', '/audit', 'auditor', (page, say) =>
    opens(page, say('audit.export.open'), say('audit.export.title')),
  ),
  covered('decide-request', waitingRequest, 'administrator', (page, say) =>
    opensFirst(page, say.like('approvals.openNamed')),
  ),
  covered('palette', '/reviews', 'lead', async (page, say) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: say('palette.label') }).waitFor()
  }),
  covered('shortcuts', '/reviews', 'reviewer', async (page, say) => {
    await page.keyboard.press('?')
    await dialog(page, say('frame.keys.title'))
  }),
]

/** A state that hides the menus of its page. */
function covered(
  name: string,
  path: Shot['path'],
  role: NonNullable<Shot['role']>,
  settle: Settle,
): Shot {
  return { name, path, role, settle, isCovered: true }
}

/** Claims the review by key: choosing an outcome claims it. */
async function decide(page: Page, say: ConsoleWords): Promise<void> {
  await page.getByRole('region', { name: say('reviews.bar.label') }).waitFor()
  await page.keyboard.press('x')
  await page.getByText(say.like('reviews.claimStatus.mine')).first().waitFor()
  await page.locator('input[type=checkbox]:focus').waitFor()
  await page.keyboard.press('Space')
}

async function show(page: Page, say: ConsoleWords): Promise<void> {
  await clickButton(page, say('verifications.detail.person.show'))
  const reason = page.getByRole('dialog').or(page.getByRole('menu')).getByRole('button').nth(1)
  await reason.click()
  await page.getByRole('button', { name: say('verifications.detail.person.hide') }).waitFor()
}

async function opens(page: Page, button: string, title: string): Promise<void> {
  await clickButton(page, button)
  await dialog(page, title)
}

async function opensFirst(page: Page, button: RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('dialog').waitFor()
}

async function dialog(page: Page, title: string): Promise<void> {
  await page.getByRole('dialog', { name: title }).waitFor()
}
