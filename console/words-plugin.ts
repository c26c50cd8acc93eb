// Gives each language a module of its own at build time: a file in words/ holds all languages side by side, and a
// browser loads one. `virtual:words/fr` has the first texts in French and loads those of pages, from
// `virtual:words/fr/users`.

import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { type Language, languages } from './words/languages.ts'
import { firstFeatures } from './words/texts.ts'

export interface TextTree {
  readonly [key: string]: string | TextTree
}

type Texts = Readonly<Record<string, TextTree>>

const wordsFolder = fileURLToPath(new URL('words/', import.meta.url))
const sharedFolder = fileURLToPath(new URL('../data/reference/', import.meta.url))
const prefix = 'virtual:words/'

export function wordsPlugin(): Plugin {
  return {
    name: 'words',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      const [language = '', feature] = id.split(`\0${prefix}`)[1]?.split('/') ?? []
      if (!isLanguage(language)) return null
      for (const file of filesOf(language).values()) this.addWatchFile(file)
      const texts = readTexts(language)
      if (feature === undefined) return languageModule(language, texts)
      return `export default ${JSON.stringify(texts[feature])}`
    },
  }
}

/**
 * Returns the texts of a language by feature: of each page, the labels and the findings of checks.
 * @throws Error naming a text that stands in no language
 */
export function readTexts(language: Language): Texts {
  const read = ([feature, file]: readonly [string, string]): [string, TextTree] => {
    const tree: TextTree = JSON.parse(readFileSync(file, 'utf8'))
    return [feature, isShared(feature) ? tree : inLanguage(tree, language, feature)]
  }
  return withTitles(Object.fromEntries([...filesOf(language)].map(read)))
}

/** Case files and svc doctor print these too, which load one language: it has a file of its own. */
const sharedFiles = { labels: 'words', checks: 'checks' }

function isShared(feature: string): boolean {
  return feature in sharedFiles
}

/** The file of each feature. */
function filesOf(language: Language): ReadonlyMap<string, string> {
  const shared = Object.entries(sharedFiles).map(
    ([feature, folder]) => [feature, `${sharedFolder}${folder}/${language}.json`] as const,
  )
  const pages = globSync('*.json', { cwd: wordsFolder }).toSorted()
  return new Map([
    ...shared,
    ...pages.map((file) => [camel(basename(file, '.json')), wordsFolder + file] as const),
  ])
}

/** Leaves out plural forms that the language lacks. */
function inLanguage(tree: TextTree, language: Language, path: string): TextTree {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) => {
      const place = `${path}.${key}`
      if (typeof value === 'string') throw new Error(`${place} stands in no language`)
      if (!isText(value)) return [[key, inLanguage(value, language, place)]]
      const text = value[language]
      if (text === undefined) return []
      return [...unwrittenForms(tree, language, key), key].map((form) => [form, text])
    }),
  )
}

/** French counts millions, and Arabic 11 to 99, with the form of all other numbers: it stands once. */
function unwrittenForms(tree: TextTree, language: Language, key: string): readonly string[] {
  if (!key.endsWith('_other')) return []
  return likeOther[language]
    .map((form) => key.replace(/other$/, form))
    .filter((form) => Object(tree[form])[language] === undefined)
}

const likeOther = { en: [], fr: ['many'], ar: ['many'] } as const

/** A text has its languages as keys. So has a group of texts about languages, but its values are no strings. */
function isText(tree: TextTree): boolean {
  return Object.entries(tree).every(([key, text]) => isLanguage(key) && typeof text === 'string')
}

/** Copies the title of each page to the texts of the frame, for the navigation. */
function withTitles(texts: Texts): Texts {
  const titles = Object.entries(texts).flatMap(([feature, { title }]) =>
    title === undefined ? [] : [[feature, title]],
  )
  const { frame } = texts
  const pages = { ...Object(frame?.pages), ...Object.fromEntries(titles) }
  return { ...texts, frame: { ...frame, pages } }
}

function languageModule(language: Language, texts: Texts): string {
  const isFirst = (feature: string) => firstFeatures.some((first) => first === feature)
  const first = Object.entries(texts).filter(([feature]) => isFirst(feature))
  const loaders = Object.keys(texts)
    .filter((feature) => !isFirst(feature))
    .map((one) => `${one}: async () => (await import('${prefix}${language}/${one}')).default,`)
  return [
    `export const firstTexts = ${JSON.stringify(Object.fromEntries(first))}`,
    `export const pageTexts = {\n${loaders.join('\n')}\n}`,
  ].join('\n')
}

/** `sign-in` becomes `signIn`. */
function camel(name: string): string {
  return name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
}

function isLanguage(name: string): name is Language {
  return languages.some((language) => language === name)
}
