// Every reason for which a job waits has a text on the System page.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { cutOffReasons } from '../../../server/jobs/retry-policy.ts'
import { unavailableReasons } from '../../../server/providers/provider.ts'
import { awaitingStaff } from '../../../server/verifications/completion/hand-to-staff.ts'

const root = new URL('../../../', import.meta.url)
const written = /kind: '(?:again|wait|retry)',\s*reason: '(?<reason>\w+)'/g

function reasonsInHandlers(): readonly string[] {
  const files = globSync('server/verifications/**/*.ts', { cwd: root })
  const texts = files.map((file) => readFileSync(new URL(file, root), 'utf8'))
  return texts.flatMap((text) =>
    [...text.matchAll(written)].map(({ groups }) => groups?.reason ?? ''),
  )
}

test('each reason for which a job waits has a text', () => {
  const words = JSON.parse(readFileSync(new URL('console/words/system.json', root), 'utf8'))
  const inHandlers = reasonsInHandlers()
  assert.ok(inHandlers.includes('prepared') && inHandlers.includes('decoder_unavailable'))
  const polled = ['processing', 'provisional']
  const reasons = [...inHandlers, ...polled, ...unavailableReasons, ...cutOffReasons, awaitingStaff]
  assert.deepEqual(
    reasons.filter((reason) => !Object.hasOwn(words.jobReason, reason)),
    [],
  )
})
