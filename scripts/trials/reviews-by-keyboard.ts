// Decides reviews by keyboard alone, one after the other, in French and in Arabic, and counts the keys and what the
// console takes of the time: what the reviewer thinks is not part of it.
//
//   node scripts/trials/reviews-by-keyboard.ts [FOLDER [LANGUAGE]]

import type { Page } from 'playwright'
import type { ConsoleClient } from '../../test/support/console-client.ts'
import { ar, type ConsoleWords, fr } from '../../test/support/console-words.ts'
import { type Trial, tryOut } from './browser-trial.ts'

const reviewsOfEach = 20

await tryOut('reviewer', async (trial) => {
  await fillQueue(trial.client, 2 * reviewsOfEach)
  for (const [language, say] of [
    ['fr', fr],
    ['ar', ar],
  ] as const) {
    if (language !== (process.argv[3] ?? language)) continue
    await trial.page.goto(trial.at('/reviews'))
    await chooseLanguage(trial.page, language)
    await trial.page.getByRole('button', { name: say('reviews.takeNext') }).waitFor()
    const done: Decided[] = []
    while (done.length < reviewsOfEach) done.push(await decideNext(trial, say))
    tell(language, done)
  }
})

/** The demo leaves fewer open: others are asked for, as a colleague does. */
async function fillQueue(client: ConsoleClient, wanted: number): Promise<void> {
  const list = async (path: string) =>
    (await client.get(path)).data.items as readonly { readonly id: string }[]
  const waiting = await list('/reviews?state=waiting&environment=live&limit=100')
  const approved = await list('/verifications?status=approved&environment=live&limit=100')
  let missing = wanted - waiting.length
  for (const { id } of approved) {
    if (missing <= 0) return
    if ((await client.post(`/verifications/${id}/review`)).status < 300) missing -= 1
  }
}

async function chooseLanguage(page: Page, language: 'fr' | 'ar'): Promise<void> {
  const names = { fr: 'Français', ar: 'العربية' }
  await page.getByRole('button', { name: /Language|Langue|اللغة/ }).click()
  await page.getByRole('menuitemradio', { name: names[language] }).click()
  await page.locator(`html[lang=${language}]`).waitFor()
}

interface Decided {
  readonly keys: number
  /** From the key to what it brings, in milliseconds. */
  readonly evidenceMs: number
  readonly choiceMs: number
  readonly sentMs: number
}

async function decideNext({ page }: Trial, say: ConsoleWords): Promise<Decided> {
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const timed = async (work: () => Promise<void>) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  const bar = page.getByRole('region', { name: say('reviews.bar.label') })
  const before = page.url()
  const evidenceMs = await timed(async () => {
    await press('n')
    await page.waitForURL((url) => url.href !== before && url.pathname.includes('/verifications/'))
    await bar.getByText(say.like('reviews.standing.mine')).waitFor()
    await page.getByRole('img', { name: say('verifications.detail.pictures.alt.selfie') }).waitFor()
  })
  const isProposal = (await page.getByText(say('reviews.choose.approve')).count()) > 0
  const choiceMs = await timed(async () => {
    await press('y')
    if (isProposal) await page.locator('input[type=radio][value=approve]:checked').waitFor()
    else await page.locator('input[type=checkbox]:focus').waitFor()
  })
  if (!isProposal) await press('Space')
  const sentMs = await timed(async () => {
    await press('Control+Enter')
    await bar.locator('button:focus').waitFor()
    await press('Enter')
    await bar.locator('button:focus', { hasText: say('reviews.bar.next') }).waitFor()
  })
  return { keys, evidenceMs, choiceMs, sentMs }
}

function tell(language: string, done: readonly Decided[]): void {
  const median = (values: readonly number[]) =>
    Math.round(values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0)
  const keys = done.map((one) => one.keys)
  process.stdout.write(
    `${language}: ${done.length} reviews, ${Math.min(...keys)} to ${Math.max(...keys)} keys; ` +
      `medians: evidence ${median(done.map((one) => one.evidenceMs))} ms after the key, ` +
      `choice ${median(done.map((one) => one.choiceMs))} ms, ` +
      `check and sending ${median(done.map((one) => one.sentMs))} ms, ` +
      `together ${median(done.map((one) => one.evidenceMs + one.choiceMs + one.sentMs))} ms\n`,
  )
}
