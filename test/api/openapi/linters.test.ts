// Long: runs two linters over the whole document, which document.test.ts holds against a third.

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { documentAsNode, type Node } from '../../support/interface-check.ts'

// Both read the one document; neither needs the network, nor looks for any. Loaded without their own types, which would
// cost the compiler a tenth of its time: what is used of them is declared here.

const load = createRequire(import.meta.url)

interface Redocly {
  createConfig(config: { readonly extends: readonly string[] }): Promise<unknown>
  lintFromString(asked: {
    readonly source: string
    readonly absoluteRef: string
    readonly config: unknown
  }): Promise<readonly RedoclyFinding[]>
}

interface RedoclyFinding {
  readonly ruleId: string
  readonly message: string
  readonly location: readonly { readonly pointer?: string }[]
}

interface Spectral {
  setRuleset(ruleset: unknown): void
  run(document: object): Promise<readonly SpectralFinding[]>
}

interface SpectralFinding {
  readonly code: string | number
  readonly message: string
  readonly path: readonly (string | number)[]
}

const { createConfig, lintFromString }: Redocly = load('@redocly/openapi-core')
const { Spectral }: { readonly Spectral: new () => Spectral } = load('@stoplight/spectral-core')
const { oas }: { readonly oas: unknown } = load('@stoplight/spectral-rulesets')

async function redocly(source: string): Promise<readonly string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const found = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return found.map(
    ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
  )
}

async function spectralOas(document: Node): Promise<readonly string[]> {
  const linter = new Spectral()
  linter.setRuleset(oas)
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
