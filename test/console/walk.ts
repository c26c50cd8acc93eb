// Looks at a page as everybody might see it: in each language and theme, wide and narrow; with axe, and for
// anything that sticks out of the window. Keeps an image where it is told a place for it.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { type Language, languageNames, languages } from '../../console/words/languages.ts'
import { anyOf, ar, type ConsoleWords, en, fr } from '../support/console-words.ts'
import { clickButton } from './click-button.ts'
import { violationsOf } from './violations.ts'

const wordsOf: Readonly<Record<Language, ConsoleWords>> = { en, fr, ar }

interface Walk {
  /** Opens an English browser, signed in as the page's user. */
  readonly open: () => Promise<Page>
  readonly address: string
  /** Brings the page, in these words, into the state that is to be looked at. Its heading is there, nothing loads. */
  readonly settle?: (page: Page, say: ConsoleWords) => Promise<void>
  /** Whether that state hides the menu of languages: the page is opened anew for each. */
  readonly isCovered?: boolean
  /** Folder and name of the images; none without it. */
  readonly images?: {
    readonly folder: string
    readonly name: string
    /** False for images alone, in a third of the time. */
    readonly hasAxe?: boolean
  }
}

interface View {
  readonly language: Language
  readonly theme: 'light' | 'dark'
  readonly width: 1440 | 1280 | 390 | 320
  /** Without axe, a page is only measured. */
  readonly hasAxe: boolean
}

/**
 * The one that differs most from the English page, which most tests of a page see: the narrowest window, whose texts
 * run the other way. `npm test` sees this view of a page alone, `--rest` the others.
 */
const usualViews: readonly View[] = [{ language: 'ar', theme: 'dark', width: 320, hasAxe: true }]

/** What the long lane looks at besides. Most of a walk's time goes to the start of a page and to axe. */
const otherViews: readonly View[] = [
  { language: 'en', theme: 'light', width: 1280, hasAxe: true },
  { language: 'en', theme: 'light', width: 390, hasAxe: false },
  { language: 'fr', theme: 'light', width: 390, hasAxe: false },
  { language: 'fr', theme: 'dark', width: 1280, hasAxe: false },
  { language: 'ar', theme: 'light', width: 1280, hasAxe: false },
]
/** Set by scripts/test-groups.js. */
const views = process.env.SVC_TEST_VIEWS === 'others' ? otherViews : usualViews

/** Each language in each theme and width, where images are kept. */
const allViews: readonly View[] = languages.flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    ([1440, 1280, 320] as const).map((width) => ({ language, theme, width, hasAxe: true })),
  ),
)

/**
 * Opens the page in the language of the first view, and changes it by its menu for the others.
 * @throws AssertionError with what axe found, or what sticks out
 */
export async function walkPage(walk: Walk): Promise<void> {
  const { open, address, settle, images } = walk
  const seen = images === undefined ? views : allViews
  let language = seen[0]?.language ?? 'en'
  const page = await open()
  await startIn(language, page, address)
  await page.goto(address)
  await isQuiet(page)
  await settle?.(page, wordsOf[language])
  for (const view of seen) {
    if (view.language !== language) await goOnIn(view.language, page, walk)
    language = view.language
    await page.emulateMedia({ colorScheme: view.theme })
    await page.setViewportSize({ width: view.width, height: 800 })
    const name = `${view.language}-${view.theme}-${view.width}`
    if (view.hasAxe && images?.hasAxe !== false) await assertWholeSound(page, `${address} ${name}`)
    else await assertFits(page, `${address} ${name}`)
    if (images !== undefined) await keepImage(page, { ...images, isWhole: !walk.isCovered }, name)
  }
  await page.context().close()
}

/** As in a browser in which somebody chose this language before. */
async function startIn(language: Language, page: Page, address: string): Promise<void> {
  await page.goto(new URL('/healthz', address).href)
  await page.evaluate(`localStorage.setItem('svc-language', '${language}')`)
}

async function goOnIn(language: Language, page: Page, { settle, isCovered }: Walk) {
  if (isCovered) {
    await page.reload()
    await isQuiet(page)
  }
  await chooseLanguage(page, language)
  if (isCovered) await settle?.(page, wordsOf[language])
}

/** By the menu of the page. Keys do nothing until it is gone. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  // A narrow page has no menu of languages.
  await page.setViewportSize({ width: 1280, height: 800 })
  await clickButton(page, anyOf(en('frame.language'), fr('frame.language'), ar('frame.language')))
  const choice = page.getByRole('menuitemradio', {
    name: languageNames[language],
  })
  await choice.click()
  await choice.waitFor({ state: 'detached' })
  await page.locator(`html[lang=${language}]`).waitFor()
  await isQuiet(page)
}

async function keepImage(
  page: Page,
  { folder, name, isWhole }: NonNullable<Walk['images']> & { readonly isWhole: boolean },
  view: string,
): Promise<void> {
  // What stays in sight while one scrolls would stand in the middle of a whole page.
  if (isWhole) await page.evaluate('scrollTo(0, 0)')
  await page.screenshot({ path: join(folder, `${name}-${view}.png`), fullPage: isWhole })
}

/**
 * No violation that axe can find, and nothing wider than the window: once the page stands still. What is only
 * on its way, such as a chart that has yet to learn its new width, is waited for. The navigation, half of what a small
 * page draws, is left to the walks.
 */
export async function assertSound(page: Page, name: string): Promise<void> {
  await assertSoundBut('nav:has(~ main)', page, name)
}

/** The same with the navigation. */
export async function assertWholeSound(page: Page, name: string): Promise<void> {
  await assertSoundBut(nothing, page, name)
}

async function assertSoundBut(leftOut: string, page: Page, name: string): Promise<void> {
  await assertFits(page, name)
  assert.deepEqual(await violationsOf(page, leftOut), [], name)
}

/** Selects no element. */
const nothing = ':not(*)'

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

/** Nothing is wider than the window, no table wider than its frame and no icon squeezed, once the page stands still. */
export async function assertFits(page: Page, name: string): Promise<void> {
  await standsStill(page)
  for (let look = 1; (await overhangOf(page)) !== 0; look += 1) {
    assert.ok(look < looksMax, `${name} is ${await overhangOf(page)} px wider than its window`)
    await standsStill(page)
  }
  assert.deepEqual(await page.evaluate(squeezedIcons), [], `icons squeezed by texts in ${name}`)
}

/** In the page. */
const squeezedIcons = `[...document.querySelectorAll('svg.tabler-icon[width]')]
  .filter((icon) => icon.clientWidth > 0 && icon.clientWidth < Number(icon.getAttribute('width')) - 1)
  .map((icon) => icon.getAttribute('class'))`

function overhangOf(page: Page): Promise<number> {
  return page.evaluate(measureOverhang)
}

/**
 * In the page. The margin of the page would hide a table that is wider than its frame; a part of a pixel is rounded.
 */
const measureOverhang = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  const framed = [...document.querySelectorAll('section > table')].filter(
    ({ parentElement }) => getComputedStyle(parentElement).overflowX === 'visible',
  )
  const roomIn = (frame) => {
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(frame)
    return frame.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd)
  }
  const out = framed.map((one) => one.offsetWidth - roomIn(one.parentElement) - 1)
  return Math.max(scrollWidth - clientWidth, ...out)
})()`

/** Its heading is there and nothing loads. */
export async function isQuiet(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  // No `waitForFunction`: the policy of the page forbids what it evaluates again and again.
  const loading = page.locator('[aria-busy=true], .mantine-Skeleton-root').first()
  await loading.waitFor({ state: 'detached' })
}
