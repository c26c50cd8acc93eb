import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGuide } from '../../../scripts/guide-tables.ts'
import { documentAsNode, nodesOf, validateDescribed } from '../../support/interface-check.ts'
import { operationsOf } from './operations.ts'

test('the guide’s table of endpoints and their scopes is the one of the interface document', () => {
  const described = operationsOf(documentAsNode()).map(({ name, node }) => {
    return `${name}: ${node['x-required-scope'] ?? 'none'}`
  })
  assert.deepEqual(routesIn(readGuide('api')).toSorted(), described.toSorted())
})

test('the guide’s table names every filter of every list', () => {
  const rows = [...readGuide('api').matchAll(row)].map(([, cell = '', , answer = '']) => ({
    cell,
    answer,
  }))
  for (const { name, node } of operationsOf(documentAsNode())) {
    const parameters = Object.values(nodesOf(node.parameters))
    const names = parameters.filter((one) => one.in === 'query').map((one) => String(one.name))
    if (!names.includes('cursor')) continue
    const { answer = '' } = rows.find(({ cell }) => cell.includes(`\`${name}\``)) ?? {}
    const missing = names.filter((one) => !paging.includes(one) && !answer.includes(`\`${one}\``))
    assert.deepEqual(missing, [], name)
  }
})

test('the guide’s example of a verification with its score is one', () => {
  const [, text = ''] = /<!-- verification -->\n```json\n([\s\S]*?)```/.exec(readGuide('api')) ?? []
  const { data } = JSON.parse(text)
  assert.equal(validateDescribed(['components', 'schemas', 'VerificationDetail'], data), undefined)
  assert.equal(typeof data.score.score, 'number')
})

/** What is below no prefix is no part of the document. */
const row =
  /^\| (`(?:GET|POST|PATCH|DELETE)(?:(?!no prefix)[^|])*)\| (?:`([a-z.]+)`|none) \| (.*) \|$/gm

/** Of every list; the section on lists has them. */
const paging = ['limit', 'cursor']

/** Rows such as "| `GET`, `PATCH /webhooks/{id}` | `webhooks.manage` | ... |": a method alone shares the next path. */
function routesIn(text: string): readonly string[] {
  const rows = text.matchAll(row)
  return [...rows].flatMap(([, cell = '', scope = 'none']) => {
    let path = ''
    return [...cell.matchAll(/`([A-Z]+)(?: (\/[^`]+))?`/g)].toReversed().map(([, method, own]) => {
      path = own ?? path
      return `${method} ${path}: ${scope}`
    })
  })
}
