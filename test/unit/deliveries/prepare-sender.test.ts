import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

/** Counts the turns of the event loop while the sender loads its HTTP client, whose first file cannot be read once. */
const program = `
  import Module, { createRequire } from 'node:module'
  import { createWebhookSender } from '${new URL('../../../server/deliveries/sender.ts', import.meta.url)}'
  import { systemClock } from '${new URL('../../../server/kernel/clock.ts', import.meta.url)}'
  const require = createRequire('${import.meta.url}')
  const isLoaded = () => require.cache[require.resolve('undici')] !== undefined
  const sender = createWebhookSender({ policy: {}, resolver: {}, timeoutMs: 1_000, clock: systemClock })
  const before = isLoaded()
  const load = Module._load
  Module._load = () => { throw new Error('EMFILE') }
  const refused = await sender.prepare().catch(({ message }) => message)
  Module._load = load
  let turns = 0
  let isCounting = true
  const count = () => { turns += 1; if (isCounting) setImmediate(count) }
  setImmediate(count)
  await sender.prepare()
  isCounting = false
  console.log(JSON.stringify({ before, refused, after: isLoaded(), turns }))
`

test('a sender loads the HTTP client when it is prepared, over several turns of the event loop, and tries again', () => {
  const args = ['--input-type=module', '--eval', program]
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 })
  const { turns, ...rest } = JSON.parse(printed)
  assert.deepEqual(rest, { before: false, refused: 'EMFILE', after: true })
  assert.ok(turns >= 10, `${turns} turns`)
})
