// The languages of the console.

export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

/** Name of each language in itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
}

/** Returns the supported language of a name such as `fr-SN`; English for any other. */
export function languageOf(name: string): Language {
  return languages.find((language) => isIn(name, language)) ?? 'en'
}

export function isIn(name: string, language: Language): boolean {
  return name.toLowerCase().startsWith(language)
}
