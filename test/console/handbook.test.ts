// The handbook says the same in each language, in the console's own words, to those who need it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { parseMarkdown } from '../../console/frame/markdown/markdown.ts'
import { type Handbook, readHandbook } from '../../console/pages/handbook/handbook.ts'
import { type Language, languages } from '../../console/words/languages.ts'
import { readTexts, type TextTree } from '../../console/words-plugin.ts'
import { permissionsOf, roleMay, roles } from '../../server/users/role.ts'
import { en, fr } from '../support/console-words.ts'
import { misprints } from '../support/french-misprints.ts'
import { options } from './browser.ts'
import { openBrowserScene } from './scene.ts'
import { walkPage } from './walk.ts'

const fileOf = (language: Language) =>
  readFileSync(new URL(`../../data/reference/handbook/${language}.md`, import.meta.url), 'utf8')

const handbooks: Readonly<Record<Language, Handbook>> = {
  en: readHandbook(fileOf('en')),
  fr: readHandbook(fileOf('fr')),
  ar: readHandbook(fileOf('ar')),
}

for (const language of languages) {
  describe(`the handbook in ${language}`, () => {
    const { opening, sections } = handbooks[language]
    const texts = new Set(textsIn(readTexts(language)))

    test('has the sections, keys and named buttons of the English one', () => {
      const shapeOf = (one: Handbook) =>
        one.sections.map(({ id, permission, text }) => ({
          id,
          permission,
          keys: wordsIn(text, 'code').toSorted(),
          named: wordsIn(text, 'bold').length,
          blocks: parseMarkdown(text).map(({ kind }) => kind),
        }))
      assert.ok(sections.length > 10)
      assert.deepEqual(shapeOf(handbooks[language]), shapeOf(handbooks.en))
      assert.notEqual(opening, '')
    })

    for (const { id, title, text } of sections)
      test(`${id} names what the console shows by the console's own words`, () => {
        assert.notEqual(title.trim(), '')
        const foreign = wordsIn(text, 'bold').filter((word) => !texts.has(word))
        assert.deepEqual(foreign, [])
      })
  })
}

for (const language of languages)
  test(`each review reason is explained in ${language}`, () => {
    const { text = '' } = handbooks[language].sections.find(({ id }) => id === 'reasons') ?? {}
    const { labels } = readTexts(language) as { readonly labels: TextTree }
    const { reviewCause } = labels as { readonly reviewCause: Readonly<Record<string, string>> }
    const named = wordsIn(text, 'bold')
    assert.deepEqual(
      Object.values(reviewCause).filter((label) => !named.includes(label)),
      [],
    )
  })

test('every role finds sections, and every section its readers', () => {
  const { sections } = handbooks.en
  for (const role of roles) {
    const own = sections.filter(({ permission }) => permission && roleMay(role, permission))
    assert.ok(own.length >= 2, role)
  }
  const everything = new Set(roles.flatMap((role) => [...permissionsOf(role)]))
  for (const { id, permission } of sections)
    assert.ok(permission === undefined || everything.has(permission), id)
  assert.equal(new Set(sections.map(({ id }) => id)).size, sections.length)
})

test('a section without an id, or with a permission that nobody has, is refused', () => {
  assert.throws(() => readHandbook('Hello.\n\n# Notes\n\nText.\n'), /has no id: Notes/)
  const unknown = 'Hello.\n\n# Notes\n<!-- id: notes, may: notes.write -->\n\nText.\n'
  assert.throws(() => readHandbook(unknown), /notes names an unknown permission: notes\.write/)
})

test('the French handbook is set as the French set it', () => {
  const text = fileOf('fr').replace(/^<!--.*-->$|`[^`]*`|^\|[-|]+$/gm, '')
  for (const [rule, wrong] of misprints) assert.doesNotMatch(text, wrong, rule)
})

test('the Arabic handbook has Arabic punctuation and Western digits', () => {
  assert.doesNotMatch(fileOf('ar'), /\p{Script=Arabic}[,;?]|[\u0660-\u0669\u06f0-\u06f9]/u)
})

test('the handbook reads well in each language, theme and width', options, async (t) => {
  const scene = await openBrowserScene(t)
  await walkPage({
    open: () => scene.openAs('lead'),
    address: scene.at('/handbook'),
    settle: (page) => page.locator('#review').waitFor(),
  })
})

test('shows a role its own sections, and in another language the same one', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('reviewer')
  await page.goto(scene.at('/handbook#photos'))
  const titleOf = (language: Language) =>
    handbooks[language].sections.find(({ id }) => id === 'photos')?.title ?? ''
  const title = page.locator('h2#photos')
  await title.and(page.locator(':focus')).waitFor()
  assert.equal(await title.textContent(), titleOf('en'))
  assert.equal(await page.locator('h2#lead').count(), 0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(en('palette.commands.fr'))
  await page.getByRole('option', { name: en('palette.commands.fr') }).click()
  await page.getByRole('heading', { name: titleOf('fr') }).waitFor()
  await page.getByRole('navigation', { name: fr('handbook.contents') }).waitFor()
})

function wordsIn(text: string, kind: 'bold' | 'code'): readonly string[] {
  return parseMarkdown(text).flatMap((block) => {
    const inlines = 'inlines' in block ? [block.inlines] : []
    const items = 'items' in block ? block.items : []
    const cells = block.kind === 'table' ? [...block.head, ...block.rows.flat()] : []
    return [...inlines, ...items, ...cells]
      .flat()
      .filter((inline) => inline.kind === kind)
      .map((inline) => inline.text)
  })
}

function textsIn(tree: TextTree): readonly string[] {
  return Object.values(tree).flatMap((value) =>
    typeof value === 'string' ? [value] : textsIn(value),
  )
}
