// Decides reviews by keyboard alone, one after the other, in each language and on an Arabic keyboard, and counts the
// keys and what the console takes of the time: what the reviewer thinks is not part of it.
//
//   node scripts/trials/reviews-by-keyboard.ts [FOLDER [RUN]]

import type { Page } from 'playwright'
import { arabicKeyboard, type Keyboard, latinKeyboard } from '../../test/console/keyboards.ts'
import { chooseLanguage } from '../../test/console/walk.ts'
import type { ConsoleClient } from '../../test/support/console-client.ts'
import { ar, type ConsoleWords, en, fr } from '../../test/support/console-words.ts'
import { type Trial, tryOut } from './browser-trial.ts'
import { measureKeys, shownAfter } from './shown-after.ts'

const reviewsOfEach = 20
/** Meanwhile the server makes the previews of the next review, as it does while a reviewer looks at this one. */
const looksMs = 2_500

/** Expressions for the page. */
const isApprovalChosen = `document.querySelector('input[type=radio][value=approve]:checked') !== null`
const isReasonFocused = `document.activeElement?.matches('input[type=checkbox]')`
const isLastStep = `document.activeElement?.matches('section[aria-label] button:last-child:not([data-loading])')`

interface Run {
  readonly name: string
  readonly language: 'en' | 'fr' | 'ar'
  readonly openKeyboard: (page: Page) => Promise<Keyboard>
}

const runs: readonly Run[] = [
  { name: 'en', language: 'en', openKeyboard: latinKeyboard },
  { name: 'fr', language: 'fr', openKeyboard: latinKeyboard },
  { name: 'ar', language: 'ar', openKeyboard: latinKeyboard },
  { name: 'ar-keyboard', language: 'ar', openKeyboard: arabicKeyboard },
]
const wordsOf: Readonly<Record<Run['language'], ConsoleWords>> = { en, fr, ar }

await tryOut('reviewer', async (trial) => {
  const { page, client, at } = trial
  await measureKeys(page)
  for (const { name, language, openKeyboard } of runs) {
    if (name !== (process.argv[3] ?? name)) continue
    await fillQueue(client)
    const say = wordsOf[language]
    await page.goto(at('/reviews'))
    await chooseLanguage(page, language)
    await page.getByRole('button', { name: say('reviews.takeNext') }).waitFor()
    const press = await openKeyboard(page)
    const done: Decided[] = []
    while (done.length < reviewsOfEach) done.push(await decideNext(trial, say, press))
    tell(name, done)
  }
})

/** The demo leaves fewer open: others are asked for, as a colleague does. */
async function fillQueue(client: ConsoleClient): Promise<void> {
  const list = async (path: string) =>
    (await client.get(`${path}&environment=live&limit=100`)).data.items as readonly Listed[]
  const open = new Set((await list('/reviews?state=open&assignee=none')).map(({ id }) => id))
  for (const { id } of await list('/verifications?status=approved')) {
    if (open.size >= reviewsOfEach) return
    // Answers with the review that there is, which may be closed.
    const { data } = await client.post(`/verifications/${id}/review`)
    if (data.state === 'open') open.add(String(data.id))
  }
  throw new Error(`only ${open.size} reviews can be opened in the demo data`)
}

interface Listed {
  readonly id: string
}

interface Decided {
  readonly keys: number
  /** From the key to the frame that shows what it brings, in milliseconds. */
  readonly evidenceMs: number
  readonly choiceMs: number
  readonly sentMs: number
}

async function decideNext(
  { page }: Trial,
  say: ConsoleWords,
  keyboard: Keyboard,
): Promise<Decided> {
  let keys = 0
  const press = (key: string) => {
    keys += 1
    return keyboard(key)
  }
  await page.evaluate('globalThis.left = document.querySelector("h1")')
  await press('n')
  const evidenceMs = await shownAfter(page, evidenceOf(say))
  await page.waitForTimeout(looksMs)
  const isProposal = (await page.getByText(say('reviews.choose.approve')).count()) > 0
  await press('y')
  const choiceMs = await shownAfter(page, isProposal ? isApprovalChosen : isReasonFocused)
  if (!isProposal) await press('Space')
  await press('Control+Enter')
  const checkMs = await shownAfter(page, isLastStep)
  await press('Enter')
  const sentMs =
    checkMs + (await shownAfter(page, `${isLastStep} && ${focusedSays(say('reviews.bar.next'))}`))
  return { keys, evidenceMs, choiceMs, sentMs }
}

/** The page of another review, with personal data and each of its images. */
function evidenceOf(say: ConsoleWords): string {
  const hide = JSON.stringify(say('verifications.detail.person.hide'))
  return `!globalThis.left.isConnected &&
    [...document.querySelectorAll('button')].some((one) => one.textContent.includes(${hide})) &&
    document.querySelector('section[data-role]') !== null &&
    [...document.querySelectorAll('section[data-role]')].every((pane) => pane.querySelector('img')?.naturalWidth > 0)`
}

function focusedSays(text: string): string {
  return `document.activeElement?.textContent.includes(${JSON.stringify(text)})`
}

function tell(name: string, done: readonly Decided[]): void {
  const median = (values: readonly number[]) =>
    Math.round(values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0)
  const keys = done.map((one) => one.keys)
  process.stdout.write(
    `${name}: ${done.length} reviews, ${Math.min(...keys)} to ${Math.max(...keys)} keys; ` +
      `medians: evidence ${median(done.map((one) => one.evidenceMs))} ms after the key, ` +
      `choice ${median(done.map((one) => one.choiceMs))} ms, ` +
      `check and sending ${median(done.map((one) => one.sentMs))} ms, ` +
      `together ${median(done.map((one) => one.evidenceMs + one.choiceMs + one.sentMs))} ms\n`,
  )
}
