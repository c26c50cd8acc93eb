// Looks at a page as everybody might see it: in each language and theme, wide and narrow; with axe, and for
// anything that sticks out of the window. Keeps an image where it is told a place for it.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright'

const languages = ['en', 'fr'] as const
const themes = ['light', 'dark'] as const
const widths = [1280, 390] as const

export interface Walk {
  /** Opens a browser of this language, signed in as the page's user. */
  readonly open: (options: BrowserContextOptions) => Promise<Page>
  readonly address: string
  /** Brings the page into the state that is to be looked at. Its heading is there, nothing loads. */
  readonly settle?: (page: Page) => Promise<void>
  /** Folder and name of the images; none without it. */
  readonly images?: { readonly folder: string; readonly name: string }
}

/** Each language with each theme, each language and each theme with each width: once. */
const pairs = new Set(['en-light-1280', 'en-dark-390', 'fr-dark-1280', 'fr-light-390'])

/**
 * axe looks at those four views, which takes most of a walk's time; at all eight where images are kept.
 * @throws AssertionError with what axe found, or what sticks out
 */
export async function walkPage({ open, address, settle, images }: Walk): Promise<void> {
  const everyView = images !== undefined
  for (const language of languages) {
    const page = await open({ locale: language === 'en' ? 'en-GB' : 'fr-SN' })
    await page.goto(address)
    await isQuiet(page)
    await settle?.(page)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        const view = `${language}-${theme}-${width}`
        const name = `${address} ${view}`
        if (everyView || pairs.has(view)) await assertSound(page, name)
        else await standsStill(page).then(() => assertFits(page, name))
        if (images !== undefined) await keepImage(page, images, view)
      }
    }
    await page.context().close()
  }
}

async function keepImage(
  page: Page,
  { folder, name }: { readonly folder: string; readonly name: string },
  view: string,
): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}-${view}.png`), fullPage: true })
}

/**
 * No violation that axe can find, and nothing wider than the window: once the page stands still. What is only
 * on its way, such as a chart that has yet to learn its new width, is waited for.
 */
export async function assertSound(page: Page, name: string): Promise<void> {
  await standsStill(page)
  await assertFits(page, name)
  assert.deepEqual(await violationsOf(page), [], name)
}

async function violationsOf(page: Page): Promise<readonly string[]> {
  // axe itself, half a megabyte, is read by a page once.
  const isThere = await page.evaluate("'axe' in globalThis")
  // In the page itself, which frames no other: without this mode a second page is opened for each look.
  const axe = new AxeBuilder(isThere ? { page, axeSource: ';' } : { page }).setLegacyMode(true)
  const { violations } = await axe.options({ resultTypes: ['violations'] }).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n  ${failureSummary}`),
  )
}

/** What fades has faded. What follows a new width in a script is drawn with the frame after the next. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)))
    await frame()
    await frame()
    const ends = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 5000)
    await Promise.allSettled(ends.map((one) => one.finished))
    await document.fonts.ready
  })()`)
}

/** How often a page is looked at before it counts as too wide. */
const looksMax = 100

async function assertFits(page: Page, name: string): Promise<void> {
  for (let look = 1; (await overhangOf(page)) !== 0; look += 1) {
    assert.ok(look < looksMax, `${name} is ${await overhangOf(page)} px wider than its window`)
    await standsStill(page)
  }
}

function overhangOf(page: Page): Promise<number> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
}

/** Its heading is there and nothing loads. */
export async function isQuiet(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  // No `waitForFunction`: the policy of the page forbids what it evaluates again and again.
  const loading = page.locator('[aria-busy=true], .mantine-Skeleton-root').first()
  await loading.waitFor({ state: 'detached' })
}
