import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { knownParameters } from '../../../console/frame/unknown-parameters/known-parameters.ts'
import { savedParameters } from '../../../server/saved-filters/saved-filter.ts'

const folder = fileURLToPath(new URL('../../../console/', import.meta.url))

/** Rows of pages behind the sign-in that have code of their own, with that code's file. */
const pages = [
  ...textOf(join(folder, 'pages/pages.tsx')).matchAll(
    /path: '([^']+)'[\s\S]*?import\('([^']+)'\)/g,
  ),
]
  .map(([, path = '', file = '']) => ({ path, file: join(folder, 'pages', file) }))
  .filter(({ file }) => !file.includes('/sign-in/'))

/** Files from which a page imports something other than what reads the address. */
const importedForOthers: Readonly<Record<string, readonly string[]>> = {
  '/verifications': ['pages/verification/back-link.ts'],
  '/webhooks/:id/deliveries/:deliveryId': ['pages/webhooks/deliveries-panel.tsx'],
}

/** A parameter that a page reads and its row of the table lacks would be called unknown there. */
describe('the table has every parameter that is read from the address by', () => {
  for (const { path, file } of pages) {
    test(path, () => {
      const known = knownParameters(path)
      const others = importedForOthers[path]?.map((name) => join(folder, name)) ?? []
      const read = [...filesOf(file)]
        .filter((one) => !others.includes(one))
        .flatMap((one) => readIn(textOf(one), one))
      assert.deepEqual(
        [...new Set(read)].filter((name) => !known.includes(name)),
        [],
      )
    })
  }
})

test('the names are found in all ways in which pages read them', () => {
  const read = pages.flatMap(({ path, file }) =>
    [...filesOf(file)].flatMap((one) => readIn(textOf(one), one).map((name) => `${path} ${name}`)),
  )
  for (const one of [
    '/audit actor',
    '/reviews cause',
    '/reviews state',
    '/verifications external_ref',
    '/webhooks/:id verification',
    '/users id',
    '/webhooks cursor',
    '/usage by',
  ]) {
    assert.ok(read.includes(one), one)
  }
})

function textOf(file: string): string {
  return readFileSync(file, 'utf8')
}

const imported = /^(?:import|export) (?!type)[^;]*?from '(\.[^']+)'/gm

/** The files of the console that a page's file imports, and those that they import. */
function filesOf(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file) || !file.startsWith(folder) || !existsSync(file)) return found
  found.add(file)
  for (const [, name = ''] of textOf(file).matchAll(imported)) {
    filesOf(join(dirname(file), name), found)
  }
  return found
}

const readByName = /\b(?:param(?:eter)?s|changed)\.(?:get|set)\('(\w+)'/g
/** Lists keep their place in the address, wherever they are. */
const readsPlace = /\b(?:useList|usePaging)\b(?:<\w+>)?\(/
const filtered = /\buseFilters\(([^)]*)\)/g

function readIn(text: string, file: string): readonly string[] {
  if (file.startsWith(join(folder, 'api/'))) return []
  const byName = [...text.matchAll(readByName)].map(([, name = '']) => name)
  const filters = [...text.matchAll(filtered)].flatMap(([, names = '']) => namesIn(text, names))
  return [...byName, ...filters, ...(readsPlace.test(text) ? ['cursor'] : [])]
}

/** The names in a list of them, which is written where it is used or is a constant of the file. */
function namesIn(text: string, list: string): readonly string[] {
  const constant = new RegExp(`const (?:\\[.*\\b${list}\\]|${list}) = ([^\\]\\n]*)`)
  const written = list.startsWith('[') ? list : constant.exec(text)?.[1]
  assert.ok(written, `${list} is no list of names`)
  const quoted = [...written.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
  const saved = Object.entries(savedParameters).flatMap(([of, names]) =>
    written.includes(`savedParameters.${of}`) ? names : [],
  )
  return [...quoted, ...saved]
}
