// Writes console/words/page-words-LANGUAGE.ts from the texts in console/words. Run after adding a file: npm run words

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const wordsFolder = new URL('../console/words/', import.meta.url)
/** As the console lists them, which nothing else imports. */
const languages = ['en', 'fr', 'ar']
/** Texts of every page and of the first sign-in; each language loads them at once, in one file. */
const loadedAtOnce = ['errors', 'frame', 'overview', 'sign-in']

interface Rendered {
  readonly file: URL
  readonly text: string
}

/** Returns the generated files as the files of texts require them. */
export function renderWords(): readonly Rendered[] {
  const pages = globSync('*.json', { cwd: new URL('en/', wordsFolder) })
    .map((file) => basename(file, '.json'))
    .toSorted()
  return languages.map((language) => ({
    file: new URL(`page-words-${language}.ts`, wordsFolder),
    text: renderPageWords(language, pages),
  }))
}

/** A file for each language, so that a browser loads the titles and the addresses of one. */
function renderPageWords(language: string, pages: readonly string[]): string {
  return [
    `// Made by npm run words from the files in ${language}/; do not edit.`,
    '',
    '// biome-ignore-all format: one row a page',
    '',
    '/** The texts of each page, loaded with the first page that needs them. */',
    `export const pageWords${capital(language)} = {`,
    '  /** The labels for codes, which case files also print. */',
    rowOf('labels', `../../data/reference/words/${language}.json`),
    '  /** The findings of the checks, which svc doctor also prints. */',
    rowOf('checks', `../../data/reference/checks/${language}.json`),
    ...pages
      .filter((name) => !loadedAtOnce.includes(name))
      .map((name) => rowOf(camel(name), `./${language}/${name}.json`)),
    '} as const',
    '',
    "/** The `title` of each page's texts, for the navigation. */",
    `export const pageTitles${capital(language)} = {`,
    ...pages.flatMap((name) => {
      const title = titleOf(language, name)
      return title === undefined ? [] : [`  ${camel(name)}: ${quoted(title)},`]
    }),
    '} as const',
    '',
  ].join('\n')
}

function rowOf(feature: string, file: string): string {
  return `  ${feature}: async () => (await import('${file}', { with: { type: 'json' } })).default,`
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

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { file, text } of renderWords()) writeFileSync(file, text)
}
