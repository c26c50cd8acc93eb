import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { knownParameters } from '../../../console/frame/unknown-parameters/known-parameters.ts'

const folder = fileURLToPath(new URL('../../../console/', import.meta.url))
const behindTheSignIn = globSync('{api,frame,pages}/**/*.{ts,tsx}', { cwd: folder }).filter(
  (file) => !file.startsWith('pages/sign-in/'),
)
const reads = /\b(?:param(?:eter)?s|changed)\.(?:get|set)\('(\w+)'/g

/** A parameter that a page reads and the table lacks would be called unknown. */
test('the table has every parameter that a page reads from its address', () => {
  const table = readFileSync(join(folder, 'pages/pages.tsx'), 'utf8')
  const paths = [...table.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path)
  const known = new Set(paths.flatMap((path) => knownParameters(path)))
  const read = behindTheSignIn.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return [...text.matchAll(reads)].map(([, name = '']) => name)
  })
  assert.ok(read.length > 10)
  assert.deepEqual(
    [...new Set(read)].filter((name) => !known.has(name)),
    [],
  )
})
