// Writes console/words/page-words.ts from the texts in console/words/en. Run after adding a file: npm run words

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

export const pageWordsFile = new URL('../console/words/page-words.ts', import.meta.url)

const wordsFolder = new URL('../console/words/', import.meta.url)
/** Texts of every page and of the first sign-in; each language loads them at once, in one file. */
const loadedAtOnce = ['errors', 'frame', 'overview', 'sign-in']

/** Returns page-words.ts as the files of texts require it. */
export function renderPageWords(): string {
  const pages = globSync('*.json', { cwd: new URL('en/', wordsFolder) })
    .map((file) => basename(file, '.json'))
    .toSorted()
  return [
    '// Made by npm run words from the files in en/ and fr/; do not edit.',
    '',
    '// biome-ignore-all format: one row a page',
    '',
    '/** The texts of each page by language, loaded with the first page that needs them. */',
    'export const pageWords = {',
    '  /** The labels for codes, which case files also print. */',
    rowOf('labels', (language) => `../../data/reference/words/${language}.json`),
    '  /** The findings of the checks, which svc doctor also prints. */',
    rowOf('checks', (language) => `../../data/reference/checks/${language}.json`),
    ...pages
      .filter((name) => !loadedAtOnce.includes(name))
      .map((name) => rowOf(camel(name), (language) => `./${language}/${name}.json`)),
    '} as const',
    '',
    "/** The `title` of each page's texts, for the navigation. */",
    'export const pageTitles = {',
    ...['en', 'fr'].map((language) => titlesIn(language, pages)),
    '} as const',
    '',
  ].join('\n')
}

function rowOf(feature: string, fileIn: (language: string) => string): string {
  const load = (language: string) =>
    `async () => (await import('${fileIn(language)}', { with: { type: 'json' } })).default`
  return `  ${feature}: { en: ${load('en')}, fr: ${load('fr')} },`
}

function titlesIn(language: string, pages: readonly string[]): string {
  const rows = pages.flatMap((name) => {
    const title = titleOf(language, name)
    return title === undefined ? [] : [`    ${camel(name)}: ${quoted(title)},`]
  })
  return [`  ${language}: {`, ...rows, '  },'].join('\n')
}

function titleOf(language: string, name: string): string | undefined {
  const file = new URL(`${language}/${name}.json`, wordsFolder)
  const words: { readonly title?: string } = JSON.parse(readFileSync(file, 'utf8'))
  return words.title
}

/** `sign-in` becomes `signIn`. */
function camel(name: string): string {
  return name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(pageWordsFile, renderPageWords())
}
