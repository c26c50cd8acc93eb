// Looks at a page as everybody might see it: in each language and theme, wide and narrow; with axe, and for
// anything that sticks out of the window. Keeps a picture where it is told a place for it.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright'

export const languages = ['en', 'fr'] as const
export const themes = ['light', 'dark'] as const
export const widths = [1280, 390] as const

export interface Walk {
  /** Opens a browser of this language, with the page's visitor in it. */
  readonly open: (options: BrowserContextOptions) => Promise<Page>
  readonly address: string
  /** Brings the page into the state that is to be looked at. Its heading is there, nothing loads. */
  readonly settle?: (page: Page) => Promise<void>
  /** Folder and name of the pictures; none without it. */
  readonly pictures?: { readonly folder: string; readonly name: string }
}

/** Each language with each theme, each language and each theme with each width: once. */
const pairs = new Set(['en-light-1280', 'en-dark-390', 'fr-dark-1280', 'fr-light-390'])

/**
 * axe looks at those four views, which takes most of a walk's time; at all eight where pictures are kept.
 * @throws AssertionError with what axe found, or what sticks out
 */
export async function walkPage({ open, address, settle, pictures }: Walk): Promise<void> {
  const everyView = pictures !== undefined
  for (const language of languages) {
    const page = await open({ locale: language === 'en' ? 'en-GB' : 'fr-SN' })
    await page.goto(address)
    await isQuiet(page)
    await settle?.(page)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        await hasDrawn(page)
        const view = `${language}-${theme}-${width}`
        if (pictures !== undefined) await keepPicture(page, pictures, view)
        const name = `${address} ${view}`
        if (everyView || pairs.has(view)) await assertSound(page, name)
        else await assertFits(page, name)
      }
    }
    await page.context().close()
  }
}

async function keepPicture(
  page: Page,
  { folder, name }: { readonly folder: string; readonly name: string },
  view: string,
): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}-${view}.png`), fullPage: true })
}

/** What follows a new width in a script is drawn with the frame after the next. */
async function hasDrawn(page: Page): Promise<void> {
  const frame = 'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)))'
  await page.evaluate(`${frame}.then(() => ${frame})`)
}

/** No violation that axe can find, and nothing wider than the window. */
export async function assertSound(page: Page, name: string): Promise<void> {
  // In the page itself, which frames no other: without this mode a second page is opened for each look.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await axe.options({ resultTypes: ['violations'] }).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n  ${failureSummary}`),
  )
  assert.deepEqual(found, [], name)
  await assertFits(page, name)
}

async function assertFits(page: Page, name: string): Promise<void> {
  const overhang = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.equal(overhang, 0, `${name} is wider than its window`)
}

/** Its heading is there and nothing loads. */
export async function isQuiet(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  // No `waitForFunction`: the policy of the page forbids what it evaluates again and again.
  const loading = page.locator('[aria-busy=true], .mantine-Skeleton-root').first()
  await loading.waitFor({ state: 'detached' })
}
