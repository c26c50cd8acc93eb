// The groups of test files, by their patterns: a file in none would never run, and nobody would miss it.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { lanes } from '../../scripts/lane-flags.js'
import {
  fastGroups,
  groups,
  longGroups,
  otherViews,
  postgresGroups,
  restGroups,
} from '../../scripts/test-groups.js'

const cwd = join(import.meta.dirname, '../..')
const files = globSync('test/**/*.test.ts', { cwd })

interface Group {
  readonly patterns: readonly string[]
  readonly lane?: keyof typeof lanes
}

/** @param places only the files in these folders of `test`, or these files, are to be run */
function assertRunOnce(
  chosen: readonly Group[],
  lane: keyof typeof lanes,
  places = ['test/'],
): void {
  const run = chosen.flatMap(({ patterns }) => globSync([...patterns], { cwd }))
  const wanted = files
    .filter((file) => places.some((place) => file.startsWith(place)))
    .filter((file) => lanes[lane](readFileSync(join(cwd, file), 'utf8')))
  assert.ok(wanted.length > 0)
  assert.deepEqual(run.filter((file) => wanted.includes(file)).toSorted(), wanted.toSorted())
}

test('npm test runs each file of the usual lane once', () => assertRunOnce(groups, '--usual'))

test('the fast lane runs each file once that is neither slow, nor of a browser or a killed server', () => {
  const left = ['test/console/', 'test/killed/']
  const others = files.filter((file) => !left.some((folder) => file.startsWith(folder)))
  assertRunOnce(fastGroups, '--fast', others)
})

test('each file that a slow one names has the gist of it in the fast lane', () => {
  const textOf = (file: string) => readFileSync(join(cwd, file), 'utf8')
  const fast = new Set(
    fastGroups
      .flatMap(({ patterns }) => globSync(patterns, { cwd }))
      .filter((file) => lanes['--fast'](textOf(file))),
  )
  const named = files
    .map((file) => [file, textOf(file).split('\n', 1).join()] as const)
    .filter(([, mark]) => mark.startsWith('// Slow:'))
    .flatMap(([file, mark]) =>
      (mark.match(/[\w/-]+\.test\.ts/g) ?? []).map((name) => [file, name] as const),
    )
  assert.ok(named.length > 0)
  assert.deepEqual(
    named.filter(([file, name]) => !fast.has(placeOf(name, file))),
    [],
  )
})

/** A bare name is of a file beside the one that names it; a path begins at `test`, with it or without. */
function placeOf(name: string, file: string): string {
  if (!name.includes('/')) return join(dirname(file), name)
  return name.startsWith('test/') ? name : join('test', name)
}

test('the long lane runs each long file once, and each other file with a long test', () => {
  const of = (lane: Group['lane']) =>
    (longGroups as readonly Group[]).filter((group) => group.lane === lane)
  assertRunOnce(of(undefined), '--long')
  assertRunOnce(of('--marked'), '--marked')
})

test('the lane on PostgreSQL runs each file of stores, API and flows once', () =>
  assertRunOnce(postgresGroups, '--usual', ['test/store/', 'test/api/', 'test/flow/']))

test('the lane of the rest moves a database, which alone calls some queries on PostgreSQL', () => {
  const onPostgres = (restGroups as readonly (Group & { readonly isOnPostgres?: boolean })[])
    .filter(({ isOnPostgres }) => isOnPostgres)
    .flatMap(({ patterns }) => {
      const exclude = patterns.filter((one) => one.startsWith('!')).map((one) => one.slice(1))
      const chosen = patterns.filter((one) => !one.startsWith('!'))
      return globSync(chosen, { cwd, exclude })
    })
  assert.ok(onPostgres.includes('test/flow/operations/db-copy.test.ts'))
})

test('the lane of the rest has every group that npm test leaves out, once', () => {
  const namesOf = (chosen: readonly { readonly name: string }[]) =>
    chosen.map(({ name }) => name).toSorted()
  assert.deepEqual(namesOf(restGroups), namesOf([...longGroups, ...postgresGroups, otherViews]))
})
