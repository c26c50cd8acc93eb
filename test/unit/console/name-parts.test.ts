import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOfName } from '../../../console/frame/parts/name-parts.ts'

for (const [name, parts] of [
  ['http://127.0.0.1:33555/status/503', 'http://|127.|0.|0.|1:|33555/|status/|503'],
  ['https://bank.example/kyc_hooks', 'https://|bank.|example/|kyc_|hooks'],
  ['awa.diop@bank.example', 'awa.|diop@|bank.|example'],
  ['verification.completed', 'verification.|completed'],
  ['SVC_PORT', 'SVC_|PORT'],
] as const) {
  test(`${name} breaks between its parts`, () => {
    assert.equal(partsOfName(name).join('|'), parts)
  })
}
