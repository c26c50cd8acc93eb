import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { firstFeatures } from '../../../console/words/texts.ts'

const pagesFolder = fileURLToPath(new URL('../../../console/pages/', import.meta.url))

/** A text of a feature that is not loaded would be shown as its key. */
test('a page loads the texts of every part that it draws', () => {
  const rows = pageRows()
  assert.ok(rows.length > 15)
  for (const { path, words, file } of rows) {
    const drawn = featuresBelow(join(pagesFolder, file))
    assert.ok(drawn.size > 0, path)
    const missing = [...drawn].filter((feature) => !words.has(feature))
    assert.deepEqual(missing, [], `${path} draws texts of features that its row does not load`)
  }
})

/** Read as text: Node does not run the icons of the table. The sign-in has no file: its page comes with the console. */
function pageRows() {
  const table = readFileSync(join(pagesFolder, 'pages.tsx'), 'utf8')
  return table.split("path: '").flatMap((row) => {
    const [, file] = /import\('([^']+)'\)/.exec(row) ?? []
    if (file === undefined) return []
    const [, words = ''] = /words: \[([^\]]*)\]/.exec(row) ?? []
    const own = words.split(', ').map((word) => word.slice(1, -1))
    return [
      { path: row.split("'", 1)[0], words: new Set<string>([...firstFeatures, ...own]), file },
    ]
  })
}

/** The features whose texts a file and what it imports, sooner or later, take. */
function featuresBelow(file: string): ReadonlySet<string> {
  const features = new Set<string>()
  const reached = new Set([file])
  // A set's iteration meets what is added on the way.
  for (const path of reached) {
    const text = readFileSync(path, 'utf8')
    for (const [, feature = ''] of text.matchAll(/useTranslation\('(\w+)'\)/g))
      features.add(feature)
    for (const [, imported = ''] of text.matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g)) {
      const next = resolve(dirname(path), imported)
      if (existsSync(next)) reached.add(next)
    }
  }
  return features
}
