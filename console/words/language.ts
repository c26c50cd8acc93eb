// Which language the console speaks: as chosen on this browser, else as the browser asks. Only the words of
// that one are loaded.

import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { words as english, pageWords as englishPages } from './en.ts'

export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

/** What each is called in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
}

/** A part of the words that only some pages need. */
export type PageFeature = keyof typeof englishPages

/** The keys of English, with any text: what each language has to have. */
export type Words = Texts<typeof english>
export type PageWords = {
  readonly [Feature in PageFeature]: () => Promise<Texts<PageEnglish[Feature]>>
}
type PageEnglish = {
  readonly [Feature in PageFeature]: Awaited<ReturnType<(typeof englishPages)[Feature]>>
}
type Texts<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Texts<Tree[Key]>
}

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly defaultNS: 'frame'
    readonly resources: typeof english & PageEnglish
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
    resources: { [language]: (await loadLanguage(language)).words },
    interpolation: { escapeValue: false },
    fallbackLng: false,
    // A page whose words are not named in the table of pages is a fault, and is to be seen as one.
    parseMissingKeyHandler(key) {
      console.error(`no words for ${key}`)
      return key
    },
  })
  markPage(language)
}

/** Before a page is shown: what it says, in the language of the moment. */
export async function loadPageWords(features: readonly PageFeature[]): Promise<void> {
  const { language } = i18next
  await addWords(known(language), features)
  // Chosen anew meanwhile.
  if (i18next.language !== language) await loadPageWords(features)
}

/** With the words of every page that was opened so far. */
export async function changeLanguage(language: Language): Promise<void> {
  const { words, pageWords } = await loadLanguage(language)
  for (const [feature, texts] of Object.entries(words)) {
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

/** Signing out clears what the browser keeps of this site; what is no secret is kept anew. */
export function keepLanguage(language: string): void {
  localStorage.setItem(storageKey, language)
}

function wantedLanguage(): Language {
  const wanted = [localStorage.getItem(storageKey) ?? '', ...navigator.languages]
  return known(wanted.find((one) => languages.some((language) => isIn(one, language))) ?? '')
}

function known(name: string): Language {
  return languages.find((language) => isIn(name, language)) ?? 'en'
}

/** `fr-SN` is French too. */
function isIn(name: string, language: Language): boolean {
  return name.toLowerCase().startsWith(language)
}

async function addWords(language: Language, features: readonly PageFeature[]): Promise<void> {
  const missing = features.filter((feature) => !i18next.hasResourceBundle(language, feature))
  const { pageWords } = await loadLanguage(language)
  const add = async (feature: PageFeature) =>
    i18next.addResourceBundle(language, feature, await pageWords[feature]())
  await Promise.all(missing.map(add))
}

async function loadLanguage(
  language: Language,
): Promise<{ readonly words: Words; readonly pageWords: PageWords }> {
  switch (language) {
    case 'en':
      return import('./en.ts')
    case 'fr':
      return import('./fr.ts')
  }
}

function markPage(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = i18next.dir(language)
}
