import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { listTopics } from '../../cli/guide/read-guide.ts'
import { parseMarkdown } from '../../console/frame/markdown/markdown.ts'
import {
  readGuide,
  withErrorTables,
  withFloorTable,
  withSettingsTable,
} from '../../scripts/guide-tables.ts'
import { doctorChecks, isSlowCheck } from '../../server/doctor/check-names.ts'
import { checkRunners } from '../../server/doctor/run-checks.ts'
import { errorCodes } from '../../server/kernel/app-error.ts'
import { describeSettings } from '../../server/settings/describe-settings.ts'
import { reasonCodes } from '../../server/verifications/reasons.ts'

const product = new URL('../../', import.meta.url)
const readmeBytesMax = 15_000

/** Paths count from the product's folder, or from the folder that the text is about. */
const places = ['', 'server/', 'server/providers/', 'data/reference/specimens/'].map(
  (place) => new URL(place, product),
)

const pages = [
  'README.md',
  'data/README.md',
  ...globSync('data/guide/*.md', { cwd: product }).toSorted(),
].map((path) => ({ path, text: readFileSync(new URL(path, product), 'utf8') }))

describe('the guide', () => {
  test('has the table of settings that the program has (npm run readme)', () => {
    assert.equal(readGuide('settings'), withSettingsTable(readGuide('settings')))
  })

  test('has the tables of error codes and faults that the program has (npm run readme)', () => {
    assert.equal(readGuide('errors'), withErrorTables(readGuide('errors')))
  })

  test('has the table of retention floors that the program has (npm run readme)', () => {
    assert.equal(readGuide('retention'), withFloorTable(readGuide('retention')))
  })

  test('has the table of the checks of svc doctor, in their order', () => {
    const rows = readGuide('operating').matchAll(
      /^\| (\w+) \| `(\w+)`( \(slow\))? \| (\w+) \| .+ \|$/gm,
    )
    assert.deepEqual(
      [...rows].map(([, group, name, slow, needs]) => [group, name, slow !== undefined, needs]),
      doctorChecks.map(({ group, name }) => [
        group,
        name,
        isSlowCheck(name),
        checkRunners[name].needs,
      ]),
    )
  })

  test('names every reason of a verification and every error code', () => {
    const text = readGuide('errors')
    const missing = [...reasonCodes, ...errorCodes].filter((code) => !text.includes(`\`${code}\``))
    assert.deepEqual(missing, [])
  })

  test('has the receivers that the console shows, to the letter', () => {
    const folder = new URL('console/pages/developer/receivers/', product)
    const names = globSync('*', { cwd: folder }).toSorted()
    assert.deepEqual(names, ['Receiver.java', 'receiver.mjs', 'receiver.php', 'receiver.py'])
    for (const name of names) {
      const receiver = readFileSync(new URL(name, folder), 'utf8')
      assert.ok(readGuide('webhooks').includes(`\n${receiver}\`\`\``), name)
    }
  })

  test('has pages that begin with a title and one sentence', () => {
    for (const { name } of listTopics()) {
      const [title, opening, ...rest] = parseMarkdown(readGuide(name))
      assert.equal(title?.kind === 'heading' && title.level, 1, name)
      const text =
        opening?.kind === 'paragraph' ? opening.inlines.map((one) => one.text).join('') : ''
      assert.match(text, /^[A-Z][^.]*\.$/, name)
      assert.ok(text.length <= 140, name)
      const titles = rest.filter((block) => block.kind === 'heading' && block.level === 1)
      assert.deepEqual(titles, [], name)
    }
  })

  test('is listed in the README, every topic of it', () => {
    const linked = [...readPage('README.md').matchAll(/\(data\/guide\/([a-z-]+)\.md\)/g)]
    const topics = new Set(linked.map(([, topic]) => topic))
    assert.deepEqual(
      [...topics].toSorted(),
      listTopics().map(({ name }) => name),
    )
  })
})

describe('a page of the guide', () => {
  /** Read by programs other than svc: the build, the tests, and the receivers of webhooks. */
  const notSettings = /^SVC_(TEST_\w+|CHROMIUM|DEV_SERVER|SIGNATURES?|TIMESTAMP)$/
  const settings = new Set(describeSettings().flatMap(({ name }) => [name, `${name}_FILE`]))
  /** Roles of PostgreSQL. */
  const notMetrics = ['owner', 'app']
  const monitoring = globSync('server/monitoring/*.ts', { cwd: product })
    .map((file) => readFileSync(new URL(file, product), 'utf8'))
    .join('\n')

  test('names settings that exist', () => {
    const unknown = namesIn(/\bSVC_[A-Z0-9_]*[A-Z0-9]\b(?!_)/g).filter(
      (name) => !settings.has(name) && !notSettings.test(name),
    )
    assert.deepEqual(unknown, [])
  })

  test('names metrics that exist', () => {
    const names = namesIn(/(?<=`svc_)[a-z_]+(?=[`{])/g)
    const unknown = names.filter(
      (name) =>
        !notMetrics.includes(name) &&
        // Of a histogram of durations the program states only what is measured.
        !new RegExp(`'(svc_)?(${name}|${name.replace('_duration_seconds', '')})'`).test(monitoring),
    )
    assert.deepEqual(unknown, [])
  })
})

function namesIn(form: RegExp): readonly string[] {
  return [...new Set(pages.flatMap(({ text }) => [...text.matchAll(form)].map(([name]) => name)))]
}

test('the README has at most 15 000 bytes', () => {
  const bytes = Buffer.byteLength(readPage('README.md'))
  assert.ok(bytes <= readmeBytesMax, `${bytes} bytes`)
})

for (const { path, text } of pages) {
  test(`every link of ${path} leads to a file and a heading that exist`, () => {
    const broken = linksOf(text).filter((href) => !leadsSomewhere(path, href))
    assert.deepEqual(broken, [])
  })

  test(`every row of a table of ${path} has as many cells as its head`, () => {
    const uneven = parseMarkdown(text).flatMap((block) =>
      block.kind === 'table' ? block.rows.filter((row) => row.length !== block.head.length) : [],
    )
    assert.deepEqual(uneven, [])
  })

  test(`every file that ${path} names is there`, () => {
    const named = text.matchAll(/`((?:[a-z-]+\/)+[a-z-]+\.(?:ts|tsx|js|json|jpg|md|sql))`/g)
    const missing = [...named]
      .map(([, file = '']) => file)
      .filter(
        (file) => ![...places, new URL(path, product)].some((at) => existsSync(new URL(file, at))),
      )
    assert.deepEqual(missing, [])
  })
}

function readPage(path: string): string {
  return pages.find((page) => page.path === path)?.text ?? ''
}

/** Links outside of code. */
function linksOf(text: string): readonly string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`]*`/g, 'code')
  return [...prose.matchAll(/\]\(([^)]*)\)/g)].map(([, href = '']) => href)
}

function leadsSomewhere(path: string, href: string): boolean {
  if (href.startsWith('https://')) return true
  const [file = '', anchor] = href.split('#')
  const target = file === '' ? new URL(path, product) : new URL(file, new URL(path, product))
  if (!existsSync(target)) return false
  if (anchor === undefined) return true
  const text = readFileSync(target, 'utf8')
  const ids = parseMarkdown(text).flatMap((block) => (block.kind === 'heading' ? [block.id] : []))
  return ids.includes(anchor) || text.includes(`<a id="${anchor}"></a>`)
}
