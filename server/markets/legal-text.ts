// A law, or the statement that there is none, as people read it.

export interface LegalText {
  readonly en: string
  readonly fr: string
  /** Of a text that names no law: laws are named in French, as the markets publish them. */
  readonly ar?: string | undefined
}

/** In French where Arabic is asked for and there is none. */
export function legalTextIn(law: LegalText, language: 'en' | 'fr' | 'ar') {
  const lang = language === 'ar' && law.ar === undefined ? 'fr' : language
  return { lang, text: law[lang] ?? law.fr }
}
