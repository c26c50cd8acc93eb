// The languages of the console.

export const languages = ['en', 'fr', 'ar'] as const
export type Language = (typeof languages)[number]

/** Name of each language in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  ar: 'العربية',
}

/** English as in Britain: day before month, 24-hour clock. Arabic as in Morocco: Western digits. */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr', ar: 'ar-MA' }

/** Returns the supported language of a name such as `fr-SN`; English for any other. */
export function languageOf(name: string): Language {
  return languages.find((language) => isIn(name, language)) ?? 'en'
}

/** Name of the conventions for dates and numbers. */
export function localeOf(language: string): string {
  return locales[languageOf(language)]
}

export function isIn(name: string, language: Language): boolean {
  return name.toLowerCase().startsWith(language)
}
