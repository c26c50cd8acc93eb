import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { counted } from '../../console/pages/audit/count-words.ts'
import { type Language, languages } from '../../console/words/languages.ts'
import { readTexts, type TextTree } from '../../console/words-plugin.ts'
import { eventMeanings } from '../../server/events/event.ts'
import { permissionTable } from '../../server/users/role.ts'
import { misprints } from '../support/french-misprints.ts'

const root = fileURLToPath(new URL('../../console', import.meta.url))
const source = globSync('{api,frame,pages,words}/**/*.{ts,tsx}', { cwd: root })
  .map((path) => readFileSync(`${root}/${path}`, 'utf8'))
  .join('\n')

const texts = { en: readTexts('en'), fr: readTexts('fr'), ar: readTexts('ar') }

function readFeature(language: Language, feature: string): TextTree {
  return texts[language][feature] ?? {}
}

function keysOf(words: TextTree, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as const] : keysOf(value, `${path}${key}.`),
  )
}

const features = Object.keys(texts.en)
const plural = /_(?:zero|one|two|few|many|other)$/
const withoutPlurals = (keys: readonly (readonly [string, string])[]) =>
  [...new Set(keys.map(([key]) => key.replace(plural, '')))].sort()
/** Arabic says none, one and two without a figure. */
const wordedForm = /_(?:zero|one|two)$/
const figures = ['count', 'shown', 'number', 'all']
const namedPlaces = (key: string, text: string) =>
  placeholders(text)
    .filter((name) => !(wordedForm.test(key) && figures.includes(name ?? '')))
    .sort()
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)

for (const feature of features) {
  const english = keysOf(readFeature('en', feature))
  const french = keysOf(readFeature('fr', feature))

  for (const language of languages) {
    const translated = keysOf(readFeature(language, feature))

    test(`${feature} says in ${language} what it says in English`, () => {
      assert.deepEqual(withoutPlurals(translated), withoutPlurals(english))
      const texts = new Map(english)
      for (const [key, text] of translated) {
        const other = texts.get(key) ?? texts.get(key.replace(plural, '_other')) ?? ''
        assert.deepEqual(namedPlaces(key, text), namedPlaces(key, other), key)
        assert.notEqual(text.trim(), '', key)
      }
    })

    test(`${feature} has every form that a count may take in ${language}`, () => {
      const keys = new Set(translated.map(([key]) => key))
      const counted = [...keys].filter((key) => key.endsWith('_one')).map((key) => key.slice(0, -4))
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
      for (const key of counted)
        for (const form of pluralCategories) assert.ok(keys.has(`${key}_${form}`), `${key}_${form}`)
    })
  }

  test(`${feature} is set in French as the French set it`, () => {
    for (const [key, text] of french)
      for (const [rule, wrong] of misprints) assert.doesNotMatch(text, wrong, `${key}: ${rule}`)
  })

  test(`${feature} has one French word for an identity document`, () => {
    for (const [key, text] of french) assert.doesNotMatch(text, /\b[Dd]ocuments?\b(?! JSON)/, key)
  })

  test(`${feature} counts millions in French with figures, without a preposition`, () => {
    for (const [key, text] of french)
      if (key.endsWith('_many')) assert.doesNotMatch(text, /\}\} d(?:e |’)/, key)
  })

  // Which findings and refusals there are is tested with them.
  if (feature === 'checks' || feature === 'refusals') continue
  test(`every word of ${feature} is used`, () => {
    const unused = withoutPlurals(english).filter((key) => !isUsed(key))
    assert.deepEqual(unused, [])
  })
}

test('every noun of a count in the audit log is that of an action', () => {
  const nouns = keysOf(readFeature('en', 'audit'))
    .filter(([key]) => /^count\..*_other$/.test(key))
    .map(([key]) => key.slice('count.'.length, -'_other'.length))
  assert.deepEqual(nouns.sort(), [...new Set<string>(Object.values(counted))].sort())
})

test('the places of texts are named in double braces', () => {
  for (const feature of features)
    for (const language of languages)
      for (const [key, text] of keysOf(readFeature(language, feature)))
        assert.doesNotMatch(text, /(?<!\{)\{(?!\{)/, `${language} ${feature}.${key}`)
})

test('what a progress counts is named before its figures, whose form it would else have to follow', () => {
  for (const feature of features)
    for (const [key, text] of keysOf(readFeature('en', feature)))
      if (!plural.test(key))
        assert.doesNotMatch(text, /^\{\{\w+\}\} of \{\{\w+\}\} \w+s$/, `${feature}.${key}`)
})

/** Latin punctuation and digits of another region in Arabic letters. */
test('Arabic is written with Arabic punctuation and Western digits', () => {
  for (const feature of features)
    for (const [key, text] of keysOf(readFeature('ar', feature)))
      assert.doesNotMatch(
        text,
        /\p{Script=Arabic}[,;?]|[\u0660-\u0669\u06f0-\u06f9]/u,
        `${feature}.${key}`,
      )
})

test('the texts of events and permissions are set in French as the French set it', () => {
  for (const [event, { fr }] of Object.entries({ ...eventMeanings, ...permissionTable }))
    for (const [rule, wrong] of misprints) assert.doesNotMatch(fr, wrong, `${event}: ${rule}`)
})

test('who does not approve rejects, a request as well as a proposal', () => {
  for (const language of ['en', 'fr'] as const) {
    const texts = new Map(
      ['approvals', 'reviews'].flatMap((feature) =>
        keysOf(readFeature(language, feature), `${feature}.`),
      ),
    )
    const rejects = texts.get('approvals.refuse') ?? 'nothing'
    assert.match(texts.get('reviews.bar.send.reject') ?? '', new RegExp(`^${rejects} `))
  }
})

/** By its whole name, or by what stands before its last part: `status.${...}`. */
function isUsed(key: string): boolean {
  if (key === 'title') return true
  const parts = key.split('.')
  const ways = [
    `'${key}'`,
    ...Array.from(parts.keys(), (end) => `\`${parts.slice(0, end).join('.')}.\${`),
  ]
  return ways.some((way) => way !== '`.${' && source.includes(way)) || isLastUsed(parts)
}

/** `${code}.title` of a whole file of codes. */
function isLastUsed(parts: readonly string[]): boolean {
  return parts.length === 2 && source.includes(`}.${parts[1]}\``)
}
