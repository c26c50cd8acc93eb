// Language of the console: the one chosen in this browser, else the browser's. Only its texts are
// loaded.

import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { words as english } from './en.ts'
import { isIn, type Language, languageOf, languages } from './languages.ts'
import { pageWords as loadersOfPages } from './page-words.ts'
import type { PageEnglish, PageFeature, PageWords, Words } from './same-keys.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly defaultNS: 'frame'
    readonly resources: typeof english & PageEnglish
    readonly returnNull: false
  }
}

const storageKey = 'svc-language'
/** Its type refuses a language that lacks a key of English. */
const pageWords: PageWords = loadersOfPages

export async function startLanguage(): Promise<void> {
  const language = wantedLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    defaultNS: 'frame',
    ns: [],
    resources: { [language]: await loadWords(language) },
    interpolation: { escapeValue: false },
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
  for (const [feature, texts] of Object.entries(await loadWords(language))) {
    i18next.addResourceBundle(language, feature, texts)
  }
  const opened = Object.keys(i18next.getDataByLanguage(i18next.language) ?? {})
  await addWords(
    language,
    opened.filter((feature): feature is PageFeature => feature in pageWords),
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
  const missing = features.filter((feature) => !i18next.hasResourceBundle(language, feature))
  const add = async (feature: PageFeature) =>
    i18next.addResourceBundle(language, feature, await pageWords[feature][language]())
  await Promise.all(missing.map(add))
}

/** Loads the texts that every page needs. */
async function loadWords(language: Language): Promise<Words> {
  switch (language) {
    case 'en':
      return (await import('./en.ts')).words
    case 'fr':
      return (await import('./fr.ts')).words
  }
}

function markPage(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = i18next.dir(language)
}
