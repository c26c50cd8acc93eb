import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call } from '../../support/api-client.ts'
import { awaTeranga } from '../../support/person.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { runSvc } from '../memory-shell.ts'
import { startDemo } from './running-demo.ts'

test('a webhook made at the command line is served by the demo that runs, and replayed', async (t) => {
  const dataDir = tempFolder(t)
  const demo = await startDemo(t, dataDir)
  const svc = (...args: string[]) =>
    runSvc(['webhooks', ...args, '--demo', '--data-dir', dataDir, '--json'])
  const made = await svc('create', '--env', 'sandbox', '--url', `${demo.receiverUrl}/`)
  const { id } = JSON.parse(made.out)
  const asked = { key: demo.sandboxKey, json: awaTeranga }
  const { status, text } = await call(`${demo.url}/kyc/sandbox/verify`, asked)
  assert.equal(status, 200, text)
  await demo.seen('out', 'signature ok  attempt 1')
  const [delivery] = JSON.parse((await svc('deliveries', id)).out).items
  assert.equal((await svc('rotate-secret', id, '--activates-in', '0', '--yes')).status, 0)
  const { out } = await svc('replay', id, delivery.id)
  assert.equal(JSON.parse(out).status, 'pending')
  await demo.seen('out', 'signature ok  attempt 2')
  const words = ['webhooks', 'replay', id, delivery.id, '--demo', '--data-dir', dataDir]
  assert.match((await runSvc(words)).err, /The running server sends it within a second/)
})
