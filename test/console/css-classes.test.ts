import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../console/', import.meta.url))
const pages = globSync('{frame,pages}/**/*.{ts,tsx}', { cwd: root })
const sheets = globSync('{frame,pages}/**/*.module.css', { cwd: root })

const classesOf = new Map(sheets.map((sheet) => [sheet, classesIn(read(sheet))]))
const uses = pages.flatMap((page) => usesIn(page, read(page)))

test('every class that a page uses stands in its style sheet', () => {
  assert.ok(uses.length > 100)
  const missing = uses.filter(({ sheet, name }) => classesOf.get(sheet)?.has(name) !== true)
  assert.deepEqual(missing, [])
})

test('every class of a style sheet is used by a page', () => {
  const used = new Set(uses.map(({ sheet, name }) => `${sheet} ${name}`))
  const unused = sheets.flatMap((sheet) =>
    [...(classesOf.get(sheet) ?? [])]
      .map((name) => `${sheet} ${name}`)
      .filter((one) => !used.has(one)),
  )
  assert.deepEqual(unused, [])
})

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function classesIn(css: string): ReadonlySet<string> {
  const rules = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\([^)]*\)|url\([^)]*\)|"[^"]*"/g, '')
  return new Set(
    [...rules.matchAll(/\.([A-Za-z_][\w-]*)(?=[^{}]*\{)/g)].map(([, name = '']) => name),
  )
}

interface Use {
  readonly page: string
  readonly sheet: string
  readonly name: string
}

/** A page imports its style sheet under a name of its own: `import classes from './list.module.css'`. */
function usesIn(page: string, text: string): readonly Use[] {
  const imports = [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)]
  const code = text.replace(/^import .*$/gm, '')
  return imports.flatMap(([, variable = '', path = '']) => {
    const sheet = join(dirname(page), path)
    const dotted = code.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))
    const indexed = code.matchAll(new RegExp(`\\b${variable}\\[['"\`]([\\w-]+)['"\`]\\]`, 'g'))
    return [...dotted, ...indexed].map(([, name = '']) => ({ page, sheet, name }))
  })
}
