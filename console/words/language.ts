// Which language the console speaks: as chosen on this browser, else as the browser asks. Only the words of
// that one are loaded.

import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { words as english } from './en.ts'

export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

/** What each is called in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
}

/** The keys of English, with any text: what each language has to have. */
export type Words = Texts<typeof english>
type Texts<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Texts<Tree[Key]>
}

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly defaultNS: 'frame'
    readonly resources: typeof english
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
    resources: { [language]: await loadWords(language) },
    interpolation: { escapeValue: false },
    fallbackLng: false,
  })
  markPage(language)
}

export async function changeLanguage(language: Language): Promise<void> {
  for (const [feature, texts] of Object.entries(await loadWords(language))) {
    i18next.addResourceBundle(language, feature, texts)
  }
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
  for (const one of wanted) {
    const known = languages.find((language) => one.toLowerCase().startsWith(language))
    if (known !== undefined) return known
  }
  return 'en'
}

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
