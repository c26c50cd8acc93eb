import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { readEngineAnswer } from '../../../server/scoring/engine-answer.ts'
import { engineContractSchema } from '../../../server/scoring/engine-contract.ts'
import { features, goodAnswer } from '../../flow/scoring/engine-scene.ts'

const file = fileURLToPath(
  new URL('../../../data/reference/scoring-engine.schema.json', import.meta.url),
)
const committed = JSON.parse(readFileSync(file, 'utf8'))
const ajv = new Ajv2020({ strict: true })
addFormats.default(ajv)
ajv.addSchema(committed)
const validatorOf = (part: 'request' | 'answer') => {
  const validate = ajv.getSchema(`${committed.$id}#/$defs/${part}`)
  assert.ok(validate)
  return validate
}

describe('the committed JSON Schema of the scoring engine', () => {
  test('is the one that the product parses with (node scripts/dump-engine-schema.ts)', () => {
    assert.deepEqual(committed, JSON.parse(JSON.stringify(engineContractSchema())))
  })

  test('takes a request of eight features, and none with anything else in it', () => {
    const validate = validatorOf('request')
    const request = { request_id: '6f1f0c9a-1f0e-4c1e-9a55-0d4a4f0d9b11', features }
    assert.equal(validate(request), true)
    assert.equal(validate({ ...request, verification_id: 'ver_1' }), false)
    assert.equal(validate({ ...request, features: { ...features, first_name: 'Awa' } }), false)
    assert.equal(validate({ ...request, features: { ...features, age_band: '1994' } }), false)
  })

  const answers: readonly (readonly [name: string, answer: unknown])[] = [
    ['a good one', goodAnswer],
    ['one of the lowest values', { score: 0, confidence: 0, model_version: '1' }],
    ['one of the highest values', { score: 1000, confidence: 1, model_version: 'v'.repeat(100) }],
    ['one with more in it', { ...goodAnswer, band: 'premium' }],
    ['a score too high', { ...goodAnswer, score: 1001 }],
    ['a score with a fraction', { ...goodAnswer, score: 1.5 }],
    ['no confidence', { ...goodAnswer, confidence: undefined }],
    ['a confidence too high', { ...goodAnswer, confidence: 2 }],
    ['a flag of 64 characters', { ...goodAnswer, flags: ['f'.repeat(64)] }],
    ['a flag of digits', { ...goodAnswer, flags: ['1234567890123'] }],
    ['a flag in capitals', { ...goodAnswer, flags: ['THIN'] }],
    ['a model version with spaces', { ...goodAnswer, model_version: 'card 1.4' }],
    ['a model version with an @', { ...goodAnswer, model_version: 'card@1.4' }],
    ['a model version of every sign', { ...goodAnswer, model_version: 'Az0_.:+/-' }],
    ['a flag with spaces', { ...goodAnswer, flags: ['a b'] }],
    ['a model version too long', { ...goodAnswer, model_version: 'v'.repeat(101) }],
    ['null', null],
  ]
  for (const [name, answer] of answers) {
    test(`judges ${name} as the product does`, () => {
      const text = JSON.stringify(answer)
      const head = { status: 200, contentType: 'application/json', contentEncoding: undefined }
      const isTaken = readEngineAnswer({ ...head, body: Buffer.from(text) }, '').kind === 'scored'
      assert.equal(validatorOf('answer')(JSON.parse(text)), isTaken)
    })
  }
})
