// Long: runs two linters over the whole document, which document.test.ts holds against a third.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { documentAsNode, type Node } from '../../support/interface-check.ts'

// Both read the one document; neither needs the network, nor looks for any.

async function redocly(source: string): Promise<readonly string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const found = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return found.map(
    ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
  )
}

async function spectralOas(document: Node): Promise<readonly string[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset(rulesets.oas as RulesetDefinition)
  const found = await linter.run({ ...structuredClone(document) })
  return found.map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`)
}

test('Redocly’s recommended-strict finds nothing in the interface document', async () => {
  assert.deepEqual(await redocly(JSON.stringify(documentAsNode())), [])
})

test('Spectral’s spectral:oas finds nothing in the interface document', async () => {
  assert.deepEqual(await spectralOas(documentAsNode()), [])
})

test('both would find what is wrong', async () => {
  const wrong = { openapi: '3.1.0', info: { title: 'No', version: '1' }, paths: {} }
  assert.ok((await redocly(JSON.stringify(wrong))).some((one) => one.startsWith('info-license')))
  assert.ok((await spectralOas(wrong)).some((one) => one.startsWith('info-contact')))
})
