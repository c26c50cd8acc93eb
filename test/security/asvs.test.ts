import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { asvsLines } from './asvs-lines.ts'
import type { Proof } from './asvs-row.ts'
import { type CodeFile, isNode, nameOfCall, parseCode, textOf } from './product-code.ts'

const lines = 84
const provenMin = 80

describe('the list of ASVS statements', () => {
  test('has each of its lines once, in order', () => {
    const numbers = Array.from({ length: lines }, (_, at) => at + 1)
    assert.deepEqual(
      asvsLines.map(({ line }) => line),
      numbers,
    )
    for (const { line, statement, asvs } of asvsLines) {
      assert.ok(statement.length > 20, `${line}`)
      for (const id of asvs) assert.match(id, /^\d{1,2}\.\d\.\d{1,2}$/, `${line}`)
    }
  })

  test('names tests that are there, by the very name that they have', () => {
    const gone = asvsLines.flatMap(({ line, tests }) =>
      tests.filter((proof) => !isThere(proof)).map(({ file, name }) => `${line}: ${file} ${name}`),
    )
    assert.deepEqual(gone, [])
    assert.equal(isThere({ file: 'security/asvs', name: 'is no test of this file' }), false)
    assert.equal(isThere({ file: 'security/none', name: 'a' }), false)
  })

  test('has tests for every line, and says what is missing of what is not proven', () => {
    for (const { line, state, tests, missing } of asvsLines) {
      assert.ok(tests.length > 0, `${line}`)
      if (state === 'proven') assert.equal(missing, undefined, `${line}`)
      else assert.match(missing ?? '', /^[A-Z].{20,}\.$/, `${line}`)
    }
  })

  test(`has ${provenMin} lines proven, or more`, (t) => {
    const open = asvsLines.filter(({ state }) => state !== 'proven')
    for (const { line, state, missing } of open) t.diagnostic(`${line} ${state}: ${missing}`)
    assert.ok(asvsLines.length - open.length >= provenMin, `${asvsLines.length - open.length}`)
  })
})

const namesByFile = new Map<string, ReadonlySet<string>>()

function isThere({ file, name, row }: Proof): boolean {
  return (
    namesIn(`test/${file}.test.ts`, testsOf).has(name) &&
    (row === undefined || namesIn(`test/${row.file}`, rowsOf).has(row.name))
  )
}

function namesIn(path: string, read: (file: CodeFile) => readonly string[]): ReadonlySet<string> {
  const known = namesByFile.get(path)
  if (known !== undefined) return known
  const found = new Set(read(fileAt(path)))
  namesByFile.set(path, found)
  return found
}

function fileAt(path: string): CodeFile {
  try {
    return parseCode(path, readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return parseCode(path, '')
    throw error
  }
}

/** First arguments of `test(...)`; one that is skipped proves nothing. */
function testsOf(file: CodeFile): readonly string[] {
  return file.nodes.flatMap((node) => {
    const isTest = ['test', 't.test'].includes(nameOfCall(file, node) ?? '')
    if (!isTest || !Array.isArray(node.arguments)) return []
    return [inside(textOf(file, node.arguments[0]))]
  })
}

/** Names of cases: the first text of a list, or a key. */
function rowsOf(file: CodeFile): readonly string[] {
  return file.nodes.flatMap((node) => {
    if (node.type === 'Property') return [inside(textOf(file, node.key))]
    if (node.type !== 'ArrayExpression' || !Array.isArray(node.elements)) return []
    return isNode(node.elements[0]) ? [inside(textOf(file, node.elements[0]))] : []
  })
}

function inside(literal: string): string {
  return literal.replace(/^(['"`])(.*)\1$/s, '$2').replaceAll("\\'", "'")
}
