// The console's own texts for tests that find things on its pages: a reworded label changes no test.

import { createInstance } from 'i18next'
import type { Language } from '../../console/words/languages.ts'
import type { FirstTexts, PageTexts } from '../../console/words/texts.ts'
import { readTexts } from '../../console/words-plugin.ts'

/** Name of a text: its page, then its key, as in `reviews.bar.take`; of a plural without its form. */
type TextKey = KeyIn<FirstTexts & PageTexts>

type KeyIn<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? WithoutForm<Key>
    : `${Key}.${KeyIn<Tree[Key]>}`
}[keyof Tree & string]

type WithoutForm<Key extends string> = Key extends `${infer Stem}_${'zero' | 'one' | 'other'}`
  ? Stem
  : Key

type Values = Readonly<Record<string, string | number>>

export interface ConsoleWords {
  /**
   * The text as a page shows it, with these values in its places.
   * @throws Error for a place without a value
   */
  (key: TextKey, values?: Values): string
  /** Matches the text with anything in the places that have no value here, in any plural form. */
  like(key: TextKey, values?: Values): RegExp
}

export const en: ConsoleWords = await wordsIn('en')
export const fr: ConsoleWords = await wordsIn('fr')
export const ar: ConsoleWords = await wordsIn('ar')

/** Whole texts of the English console that the console in this language never shows. */
export function textsOfEnglishAlone(language: Language): ReadonlySet<string> {
  const own = new Set(textsIn(readTexts(language)))
  const all = textsIn(readTexts('en'))
  return new Set(all.filter((text) => !own.has(text) && !text.includes('{{')))
}

function textsIn(tree: object): readonly string[] {
  return Object.values(tree).flatMap((one) => (typeof one === 'string' ? [one] : textsIn(one)))
}

/** Matches any of these texts, wherever it stands. */
export function anyOf(...texts: readonly (string | RegExp)[]): RegExp {
  const sources = texts.map((text) => (typeof text === 'string' ? escaped(text) : text.source))
  return new RegExp(sources.join('|'))
}

async function wordsIn(language: Language): Promise<ConsoleWords> {
  const i18n = createInstance()
  await i18n.init({
    lng: language,
    defaultNS: 'all',
    resources: { [language]: { all: readTexts(language) } },
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key) => {
      throw new Error(`no text for ${key}`)
    },
    missingInterpolationHandler: (text, [place]) => {
      throw new Error(`no value for ${place} in “${text}”`)
    },
  })
  const forms = ['', '_zero', '_one', '_two', '_few', '_many', '_other']
  const textsOf = (key: TextKey) =>
    forms.flatMap((form) => i18n.getResource(language, 'all', key + form) ?? [])
  return Object.assign((key: TextKey, values: Values = {}) => String(i18n.t(key, values)), {
    like: (key: TextKey, values: Values = {}) =>
      new RegExp(
        textsOf(key)
          .map((text) => patternOf(text, values))
          .join('|'),
      ),
  })
}

/**
 * Any white space stands for any other, such as the fixed spaces of French: locators normalise it for strings alone.
 */
function patternOf(text: string, values: Values): string {
  return text
    .split(/(\{\{\w+\}\})/)
    .map((part) => {
      const place = /^\{\{(\w+)\}\}$/.exec(part)?.[1]
      if (place === undefined) return escaped(part)
      const value = values[place]
      return value === undefined ? '.*' : escaped(String(value))
    })
    .join('')
    .replace(/\s+/g, '\\s+')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
