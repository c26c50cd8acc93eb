import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownParameters } from '../../../console/frame/unknown-parameters/known-parameters.ts'
import { unknownValues } from '../../../console/frame/unknown-parameters/known-values.ts'

const unknownIn = (path: string, search: string) =>
  unknownValues(path, new URLSearchParams(search)).map(({ name, value }) => `${name}=${value}`)

for (const [path, search] of [
  ['/overview', 'period=custom&from=2026-11-01&to=2026-11-21'],
  ['/quality', 'period=28_days'],
  ['/reports', 'period=this_month&country=MA'],
  ['/usage', 'period=own&by=api_key'],
  ['/approvals', 'state=past'],
  ['/reviews', 'state=closed&cause=fraud'],
  ['/verifications/:id', 'tab=review'],
  ['/keys', 'environment=live&id='],
] as const) {
  test(`${path}?${search} has only values that the page knows`, () => {
    assert.deepEqual(unknownIn(path, search), [])
  })

  test(`${path} has none of another word, but an empty one`, () => {
    const names = [...new URLSearchParams(search).keys()]
    const found = unknownIn(path, names.map((name) => `${name}=zzz`).join('&'))
    assert.ok(found.length > 0)
    for (const one of found) assert.ok(knownParameters(path).includes(one.replace('=zzz', '')))
    assert.deepEqual(unknownIn(path, names.map((name) => `${name}=`).join('&')), [])
  })
}
