// A user of one role at work in one language, on an appliance of their own.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright'
import type { Language } from '../../console/words/languages.ts'
import type { Role } from '../../server/users/role.ts'
import { ar, type ConsoleWords, en, fr, textsOfEnglishAlone } from '../support/console-words.ts'
import { openReviewScene, type ReviewScene } from './review-scene.ts'
import { assertFits, assertSound, isQuiet } from './walk.ts'

export interface DayScene extends ReviewScene {
  readonly page: Page
  readonly say: ConsoleWords
  /** Follows the link of the navigation with this text. */
  goTo(title: string): Promise<void>
  /**
   * The page is titled so, reads well, and says everything in the language of its user. Axe, which finds the same in
   * two languages of one direction, does not look at the French one.
   */
  look(title: string): Promise<void>
}

const words = { en, fr, ar } as const
const locales = { en: 'en-GB', fr: 'fr', ar: 'ar-MA' } as const

export async function openDay(
  t: TestContext,
  language: Language,
  role: Role,
  settings: Readonly<Record<string, string>> = {},
): Promise<DayScene> {
  const scene = await openReviewScene(t, settings)
  const user = role === 'reviewer' ? scene.awa : await scene.reviewer('nadia', role)
  const page = await scene.openAs(user, { locale: locales[language] })
  const say = words[language]
  return {
    ...scene,
    page,
    say,
    async goTo(title) {
      const menu = page.getByRole('navigation', { name: say('frame.navigation') })
      await menu.getByRole('link', { name: title }).first().click()
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await isQuiet(page)
    },
    async look(title) {
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await isQuiet(page)
      const name = `${title} in ${language}`
      assert.equal(await page.title(), `${title} – svc`)
      const root = page.locator(`html[lang=${language}][dir=${language === 'ar' ? 'rtl' : 'ltr'}]`)
      assert.equal(await root.count(), 1, `language and direction of ${name}`)
      await (language === 'fr' ? assertFits : assertSound)(page, name)
      const foreign = textsOfEnglishAlone(language)
      const shown = await textsOf(page)
      assert.deepEqual(
        shown.filter((text) => !names.has(text) && (foreign.has(text) || bareCode.test(text))),
        [],
        `untranslated in ${name}`,
      )
    },
  }
}

/** Names of languages and programs that are words of the English console elsewhere. */
const names: ReadonlySet<string> = new Set(['Node'])

/** A code of the server, such as `name_mismatch`, that was not put into words. */
const bareCode = /\b[a-z]{2,}_[a-z]{2,}/

/** What people read; ids, code and what is English in every language are marked as such. */
async function textsOf(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) {
      const { parentElement: parent, data } = walker.currentNode
      const isMarked = parent.closest('code, pre, kbd, bdi, script, .svc-mono, main [lang=en]')
      if (data.trim() !== '' && isMarked === null && parent.checkVisibility()) texts.push(data.trim())
    }
    return texts
  })()`)
  return texts as readonly string[]
}
