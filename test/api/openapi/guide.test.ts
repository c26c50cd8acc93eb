import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGuide } from '../../../scripts/readme-settings.ts'
import { documentAsNode, validateDescribed } from '../../support/interface-check.ts'
import { operationsOf } from './operations.ts'

test('the guide’s table of endpoints and their scopes is the one of the interface document', () => {
  const described = operationsOf(documentAsNode()).map(({ name, node }) => {
    return `${name}: ${node['x-required-scope'] ?? 'none'}`
  })
  assert.deepEqual(routesIn(readGuide('api')).toSorted(), described.toSorted())
})

test('the guide’s example of a verification with its score is one', () => {
  const [, text = ''] = /<!-- verification -->\n```json\n([\s\S]*?)```/.exec(readGuide('api')) ?? []
  const { data } = JSON.parse(text)
  assert.equal(validateDescribed(['components', 'schemas', 'VerificationDetail'], data), undefined)
  assert.equal(typeof data.score.score, 'number')
})

/** What is below no prefix is no part of the document. */
const row = /^\| (`(?:GET|POST|PATCH|DELETE)(?:(?!no prefix)[^|])*)\| (?:`([a-z.]+)`|none) \|/gm

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
