// Texts for the refusals of the server that its code alone does not explain. The server says them in English, so each
// is found by its English text; one without a text here is shown in English.

import i18next from 'i18next'
import { loadPageWords } from './language.ts'
import { languageOf } from './languages.ts'
import { type TextsByKey, translated } from './translated.ts'

const feature = 'refusals'

/** Loads what `inPageLanguage` needs. Without it, as where the server is gone, messages stay in English. */
export async function loadRefusalTexts(): Promise<void> {
  if (languageOf(i18next.language) === 'en') return
  try {
    const [english] = await Promise.all([
      import('virtual:words/en/refusals'),
      loadPageWords([feature]),
    ])
    i18next.addResourceBundle('en', feature, english.default)
  } catch {}
}

/** Returns undefined where there is no such text, and on English pages. */
export function inPageLanguage(message: string): string | undefined {
  const { language } = i18next
  if (languageOf(language) === 'en') return undefined
  const textsIn = (one: string): TextsByKey => i18next.getResourceBundle(one, feature) ?? {}
  return translated(message, textsIn('en'), textsIn(language))
}
