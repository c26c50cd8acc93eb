import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright'
import { type Block, type Inline, parseMarkdown } from '../../console/frame/markdown/markdown.ts'
import {
  fragmentOfLink,
  guidePlaceOf,
  readGuidePage,
  searchGuide,
} from '../../console/pages/developer/guide/guide.ts'
import { ar } from '../support/console-words.ts'
import { options } from './browser.ts'
import { openBrowserScene } from './scene.ts'
import { assertSound, chooseLanguage, walkPage } from './walk.ts'

const folder = new URL('../../data/guide/', import.meta.url)
const pages = globSync('*.md', { cwd: folder }).map((path) =>
  readGuidePage(path, readFileSync(new URL(path, folder), 'utf8')),
)

describe('the guide in the console', () => {
  for (const { topic, text } of pages) {
    test(`understands all of ${topic}: no Markdown is left in its text`, () => {
      const left = parseMarkdown(text)
        .flatMap(inlinesOf)
        .filter(({ kind, text: shown }) => kind === 'text' && /\]\(|\*\*|`|<a |^#|^\|/.test(shown))
      assert.deepEqual(left, [])
    })
  }

  test('is searched by words, in any order', () => {
    const found = searchGuide(pages, 'HMAC  receiver').map(({ topic }) => topic)
    assert.ok(found.includes('webhooks'))
    assert.deepEqual(searchGuide(pages, 'webhook photosynthesis'), [])
    assert.equal(searchGuide(pages, '').length, pages.length)
  })

  test('has fragments for pages and headings', () => {
    assert.deepEqual(guidePlaceOf('guide'), { topic: undefined, heading: undefined })
    assert.deepEqual(guidePlaceOf('guide/api/lists'), { topic: 'api', heading: 'lists' })
    assert.equal(guidePlaceOf('verifySandbox'), undefined)
    assert.equal(fragmentOfLink('api', 'webhooks.md'), 'guide/webhooks')
    assert.equal(fragmentOfLink('api', 'webhooks.md#failing'), 'guide/webhooks/failing')
    assert.equal(fragmentOfLink('api', '#lists'), 'guide/api/lists')
    assert.equal(fragmentOfLink('api', 'https://svc.example'), undefined)
  })
})

test('a page of the guide reads well in each language, theme and width', options, async (t) => {
  const scene = await openBrowserScene(t)
  const open = () => scene.openAs('developer')
  const settle = (page: Page) => page.locator('#webhooks').waitFor()
  await walkPage({ open, address: scene.at('/developer#guide/webhooks'), settle })
})

test(
  'a topic is found and opened, and its links lead to headings and pages (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const page = await scene.openAs('administrator')
    await page.goto(scene.at('/developer'))
    await page.getByRole('link', { name: 'Guide', exact: true }).click()
    await page.getByText('Events, signatures, retries, and receivers to copy.').waitFor()
    await assertSound(page, 'guide-topics')
    await page.getByRole('searchbox', { name: 'Search the guide' }).fill('clamd')
    await page.getByText('Events, signatures, retries').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'API', exact: true }).click()
    await page.locator('h2:focus').getByText('API').waitFor()
    assert.match(page.url(), /#guide\/api$/)
    await assertSound(page, 'guide-api')
    await page.getByRole('link', { name: 'failing webhooks' }).click()
    await page.locator('h3:focus').getByText('Failing').waitFor()
    assert.match(page.url(), /#guide\/webhooks\/failing$/)
    await page.goBack()
    await page.getByRole('heading', { name: 'API', level: 2, exact: true }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'All topics' }).click()
    await page.getByRole('link', { name: 'Decisions', exact: true }).click()
    await page.getByRole('heading', { name: 'Decisions', level: 2 }).waitFor()
    await page.goto(scene.at('/developer#guide/nothing'))
    await page.getByText('The guide has no topic nothing.').waitFor()
    await page.goto(scene.at('/developer#guide/api'))
    await chooseLanguage(page, 'ar')
    await page.getByText(ar.like('developer.guide.page')).waitFor()
  },
)

test('the System page leads to the guide (long)', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('administrator')
  await page.goto(scene.at('/system'))
  await page.getByRole('link', { name: 'Every setting explained' }).waitFor()
  await page.getByRole('link', { name: 'Backup and restore in the guide' }).click()
  await page.locator('h3:focus').getByText('Setting up').waitFor()
  const auditor = await scene.openAs('auditor')
  await auditor.goto(scene.at('/system'))
  await auditor.getByRole('heading', { name: 'Settings' }).waitFor()
  assert.equal(await auditor.getByRole('link', { name: 'Every setting explained' }).count(), 0)
})

function inlinesOf(block: Block): readonly Inline[] {
  switch (block.kind) {
    case 'code':
      return []
    case 'paragraph':
    case 'heading':
      return block.inlines
    case 'list':
    case 'steps':
      return block.items.flat()
    case 'table':
      return [...block.head, ...block.rows.flat()].flat()
  }
}
