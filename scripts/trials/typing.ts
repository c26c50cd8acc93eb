// Measures what a key costs on a review: the processor's time of the page's main thread, as on a browser four times
// slower, and the time from the key to the frame that shows it. The first does not depend on what else the machine
// does. A bare field of the browser on the same page says what a key costs without the console. Each line ends with the
// garbage collections that the browser made meanwhile.
//
//   node scripts/trials/typing.ts [FOLDER]

import type { CDPSession, Page } from 'playwright'
import { en } from '../../test/support/console-words.ts'
import { firstReview } from '../screenshots/shot.ts'
import { tryOut } from './browser-trial.ts'
import { watchCollections } from './watch-collections.ts'

const slowedBy = 4
const text = 'The portrait on the card and the selfie show the same person; the card is worn.'

/** Kept where the page's script finds it again. */
const observe = `
  globalThis.taken = []
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      if (one.name === 'keydown') globalThis.taken.push(one.duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 })`

const bareLabel = 'bare field'
const addBareField = `
  const field = document.createElement('textarea')
  field.setAttribute('aria-label', '${bareLabel}')
  field.style = 'position: fixed; inset: 0 auto auto 0; z-index: 999'
  document.body.append(field)`

async function typeInto(page: Page, devtools: CDPSession, name: string): Promise<void> {
  const worked: number[] = []
  for (const key of text) {
    const before = await workedMs(devtools)
    await page.keyboard.type(key)
    await page.evaluate(nextFrame)
    worked.push((await workedMs(devtools)) - before)
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
  await page.evaluate('globalThis.taken.length = 0')
  const endWatch = await watchCollections(devtools)
  await page.keyboard.type(text, { delay: 120 })
  await page.waitForTimeout(500)
  const collections = await endWatch()
  const taken = (await page.evaluate('globalThis.taken')) as readonly number[]
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  // A key that took less than 16 ms has no entry.
  const shown = [...Array(Math.max(0, text.length - taken.length)).fill(16), ...taken]
  process.stdout.write(
    `${name}: processor ${figures(worked.map((ms) => slowedBy * ms))}; until shown ${figures(shown)}; ${collected(collections)}\n`,
  )
}

const nextFrame = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))'

async function workedMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

function figures(values: readonly number[]): string {
  const [median, p95, longest] = [0.5, 0.95, 1].map((part) => Math.round(at(values, part)))
  return `median ${median} ms, 95th percentile ${p95} ms, longest ${longest} ms`
}

function collected(collections: readonly number[]): string {
  const longest = Math.round(Math.max(0, ...collections))
  return `${collections.length} garbage collections, the longest ${longest} ms`
}

function at(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

await tryOut('reviewer', async ({ page, client, at }) => {
  await page.goto(at(await firstReview('state=open')(client)))
  await page.getByRole('region', { name: en('reviews.bar.label') }).waitFor()
  const selfie = en('verifications.detail.pictures.alt.selfie')
  await page.keyboard.press('x')
  await page.getByRole('img', { name: selfie }).waitFor()
  await page.locator('input[type=checkbox]:focus').waitFor()
  await page.keyboard.press('Space')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(observe)
  await page.evaluate(addBareField)
  const fields = [
    ['bare field', bareLabel],
    ['note on the decision', en('reviews.panel.decisionNote')],
    ['note', en('reviews.panel.note')],
    ['search box', en('frame.search.label')],
  ] as const
  for (const [name, label] of fields) {
    await page.getByLabel(label, { exact: true }).first().click()
    await typeInto(page, devtools, name)
  }
})
