// The check that every query ran on PostgreSQL, over records of functions that this file writes.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { findUncalledQueries } from '../../scripts/postgres/called-functions.js'
import { judgeQueries } from '../../scripts/postgres/judge-queries.js'
import { tempFolder } from '../support/temp-folder.ts'

const store = 'server/keys/key-store.ts'
const text = readFileSync(store, 'utf8')

/** The function that begins with this text, and ends with its last brace. */
function functionAt(beginning: string, isCalled: boolean) {
  const start = text.indexOf(beginning)
  assert.ok(start > 0, beginning)
  const name = /function (\w+)/.exec(beginning)?.[1] ?? ''
  return { file: store, name, start, end: text.indexOf('\n}', start) + 2, isCalled }
}

const ofStore = (found: readonly string[]) => found.filter((one) => one.startsWith(store))
const uncalledIn = (records: string[]) => ofStore(findUncalledQueries(records, {}).uncalled)

/** Writes what each of some processes recorded. */
function recordsOf(t: TestContext, ...processes: readonly object[][]): string[] {
  const folder = tempFolder(t)
  return processes.map((functions, index) => {
    const file = join(folder, `${index}.json`)
    writeFileSync(file, JSON.stringify(functions))
    return file
  })
}

const insert = 'async function insertKey('
const toKey = 'function toKey('

test('a query is found that no process called, by its file and its function', (t) => {
  const uncalled = [functionAt(insert, false)]
  assert.deepEqual(uncalledIn(recordsOf(t, uncalled, uncalled)), [`${store} insertKey`])
})

test('a query that one process called is not', (t) => {
  const records = recordsOf(t, [functionAt(insert, false)], [functionAt(insert, true)])
  assert.deepEqual(uncalledIn(records), [])
})

test('a function without a query needs no call', (t) => {
  assert.deepEqual(uncalledIn(recordsOf(t, [functionAt(toKey, false)])), [])
})

test('a file with queries that no process loaded is found', (t) => {
  assert.deepEqual(uncalledIn(recordsOf(t, [])), [`${store} (never loaded)`])
})

test('a query that is known to be untried is not told', (t) => {
  const records = recordsOf(t, [functionAt(insert, false)])
  const { uncalled, needless } = findUncalledQueries(records, { [store]: ['insertKey'] })
  assert.deepEqual([ofStore(uncalled), needless], [[], []])
})

test('one that is known and was called, or is gone, is needless in the list', (t) => {
  const records = recordsOf(t, [functionAt(insert, true)])
  const known = { [store]: ['insertKey'], 'server/keys/gone-store.ts': ['findGone'] }
  const { needless } = findUncalledQueries(records, known)
  assert.deepEqual(needless, [`${store} insertKey`, 'server/keys/gone-store.ts findGone'])
})

test('queries are judged only where every group passed', (t) => {
  const records = recordsOf(t, [functionAt(insert, false)])
  const judged = judgeQueries(records, [0, 0], {})
  assert.match(judged, /^\nNone of these tests ran these queries on PostgreSQL\./)
  assert.ok(judged.includes(`${store} insertKey\n`))
  assert.equal(judgeQueries(records, [0, 1], {}), '')
  assert.equal(judgeQueries([], [0], {}), '')
})

test('files of the database that are of both engines are looked at', (t) => {
  const { uncalled } = findUncalledQueries(recordsOf(t, []), {})
  const ofDatabase = uncalled.filter((one) => one.startsWith('server/db/'))
  assert.ok(ofDatabase.includes('server/db/instance.ts (never loaded)'))
  assert.deepEqual(
    ofDatabase.filter((one) => /^server\/db\/(?:sqlite|postgres)\//.test(one)),
    [],
  )
})

test('a process records what it called of the server, and what it only loaded', (t) => {
  const record = join(tempFolder(t), 'calls.json')
  const urlOf = (path: string) => JSON.stringify(pathToFileURL(path).href)
  const program = `const { recordCalls } = await import(${urlOf('scripts/postgres/called-functions.js')})
    recordCalls(${JSON.stringify(record)})
    const { orNull } = await import(${urlOf('server/db/columns.ts')})
    orNull(undefined)`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program])
  const functions: { name: string; isCalled: boolean }[] = JSON.parse(readFileSync(record, 'utf8'))
  const isCalled = (name: string) => functions.find((one) => one.name === name)?.isCalled
  assert.deepEqual([isCalled('orNull'), isCalled('orUndefined')], [true, false], String(stderr))
})
