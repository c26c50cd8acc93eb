// The groups of test files, by their patterns: a file in none would never run, and nobody would miss it.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { lanes } from '../../scripts/lane-flags.js'
import { groups, longGroups } from '../../scripts/test-groups.js'

const cwd = join(import.meta.dirname, '../..')
const files = globSync('test/**/*.test.ts', { cwd })

interface Group {
  readonly patterns: readonly string[]
  readonly lane?: keyof typeof lanes
}

function assertRunOnce(chosen: readonly Group[], lane: keyof typeof lanes): void {
  const run = chosen.flatMap(({ patterns }) => globSync([...patterns], { cwd }))
  const wanted = files.filter((file) => lanes[lane](readFileSync(join(cwd, file), 'utf8')))
  assert.ok(wanted.length > 0)
  assert.deepEqual(run.filter((file) => wanted.includes(file)).toSorted(), wanted.toSorted())
}

test('npm test runs each file of the usual lane once', () => assertRunOnce(groups, '--usual'))

test('the long lane runs each long file once, and each other file with a long test', () => {
  const of = (lane: Group['lane']) =>
    (longGroups as readonly Group[]).filter((group) => group.lane === lane)
  assertRunOnce(of(undefined), '--long')
  assertRunOnce(of('--marked'), '--marked')
})
