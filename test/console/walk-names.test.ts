import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { walk } from '../../scripts/lane-flags.js'

test('the long lane finds every walk over a page by the name of its test', () => {
  const named = new RegExp(walk.slice(1, -1))
  const walks = globSync('test/console/*.test.ts').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(/^ *test\(/m)
      .slice(1)
      .filter((block) => /\bwalkPage\(\{/.test(block))
      .map((block) => `${file}: ${block.trim().split('\n', 1)}`),
  )
  assert.ok(walks.length > 15)
  assert.deepEqual(
    walks.filter((one) => !named.test(one)),
    [],
  )
})
