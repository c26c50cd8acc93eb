// Language of the console: the one chosen in this browser, else the browser's. Only its texts are
// loaded.

import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isIn, type Language, languageOf, languages } from './languages.ts'
import type { FirstTexts, PageFeature, PageLoaders, PageTexts } from './texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly defaultNS: 'frame'
    readonly resources: FirstTexts & PageTexts
    readonly returnNull: false
  }
}

const storageKey = 'svc-language'

export async function startLanguage(): Promise<void> {
  const language = wantedLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    defaultNS: 'frame',
    ns: [],
    resources: { [language]: (await loadLanguage(language)).firstTexts },
    interpolation: { escape: isolated },
    fallbackLng: false,
    // Logs an error: a page whose texts are missing in the table of pages is a bug.
    parseMissingKeyHandler(key) {
      console.error(`no words for ${key}`)
      return key
    },
  })
  markPage(language)
}

/** Loads the texts of a page in the current language. */
export async function loadPageWords(features: readonly PageFeature[]): Promise<void> {
  const { language } = i18next
  await addWords(languageOf(language), features)
  // The language changed during loading.
  if (i18next.language !== language) await loadPageWords(features)
}

/** Loads the texts of every page opened so far. */
export async function changeLanguage(language: Language): Promise<void> {
  const { firstTexts, pageTexts } = await loadLanguage(language)
  for (const [feature, texts] of Object.entries(firstTexts)) {
    i18next.addResourceBundle(language, feature, texts)
  }
  const opened = Object.keys(i18next.getDataByLanguage(i18next.language) ?? {})
  await addWords(
    language,
    opened.filter((feature): feature is PageFeature => feature in pageTexts),
  )
  await i18next.changeLanguage(language)
  keepLanguage(language)
  markPage(language)
}

/** Stores the language again after signing out has cleared the site data. */
export function keepLanguage(language: string): void {
  localStorage.setItem(storageKey, language)
}

function wantedLanguage(): Language {
  const wanted = [localStorage.getItem(storageKey) ?? '', ...navigator.languages]
  return languageOf(wanted.find((one) => languages.some((language) => isIn(one, language))) ?? '')
}

async function addWords(language: Language, features: readonly PageFeature[]): Promise<void> {
  const { pageTexts } = await loadLanguage(language)
  const missing = features.filter((feature) => !i18next.hasResourceBundle(language, feature))
  const add = async (feature: PageFeature) =>
    i18next.addResourceBundle(language, feature, await pageTexts[feature]())
  await Promise.all(missing.map(add))
}

interface LanguageModule {
  /** The texts that every page needs. */
  readonly firstTexts: FirstTexts
  readonly pageTexts: PageLoaders
}

async function loadLanguage(language: Language): Promise<LanguageModule> {
  switch (language) {
    case 'en':
      return import('virtual:words/en')
    case 'fr':
      return import('virtual:words/fr')
    case 'ar':
      await import('../fonts/arabic.css')
      return import('virtual:words/ar')
  }
}

/**
 * Keeps a value apart in a text that is written from right to left: an id, a name or a number would otherwise move the
 * punctuation beside it.
 */
export function isolated(value: string): string {
  return i18next.dir() === 'rtl' ? `\u2068${value}\u2069` : value
}

function markPage(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = i18next.dir(language)
}
