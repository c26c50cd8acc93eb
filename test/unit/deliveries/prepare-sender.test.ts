import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

/** Counts the turns of the event loop while the sender loads its HTTP client. */
const program = `
  import { createRequire } from 'node:module'
  import { createWebhookSender } from '${new URL('../../../server/deliveries/sender.ts', import.meta.url)}'
  import { systemClock } from '${new URL('../../../server/kernel/clock.ts', import.meta.url)}'
  const require = createRequire('${import.meta.url}')
  const isLoaded = () => require.cache[require.resolve('undici')] !== undefined
  const sender = createWebhookSender({ policy: {}, resolver: {}, timeoutMs: 1_000, clock: systemClock })
  const before = isLoaded()
  let turns = 0
  let isCounting = true
  const count = () => { turns += 1; if (isCounting) setImmediate(count) }
  setImmediate(count)
  await sender.prepare()
  isCounting = false
  console.log(JSON.stringify({ before, after: isLoaded(), turns }))
`

test('a sender loads the HTTP client when it is prepared, over several turns of the event loop', () => {
  const args = ['--input-type=module', '--eval', program]
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 })
  const { before, after, turns } = JSON.parse(printed)
  assert.deepEqual({ before, after }, { before: false, after: true })
  assert.ok(turns >= 10, `${turns} turns`)
})
