// The commands of the README's "Five minutes with curl" are run as written, against a demo.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { tempFolder } from '../../support/temp-folder.ts'
import { startDemo } from '../demo/running-demo.ts'
import { launchShell } from '../program/launched-svc.ts'

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
const [, chapter = ''] = /\n## Five minutes with curl\n([\s\S]*?)\n## /.exec(readme) ?? []

/** From `curl` to the last line that continues the command. */
const commands = [...chapter.matchAll(/^curl (?:.*[\\{,]\n)*.*$/gm)].map(([command]) => command)

test('the README’s commands for the demo work as written', async (t) => {
  if ((await launchShell(t, 'command -v curl').ended).status !== 0) {
    t.skip('curl is not installed')
    return
  }
  const demo = await startDemo(t, tempFolder(t))
  const env = {
    URL: demo.url,
    SANDBOX: demo.sandboxKey,
    LIVE: demo.liveKey,
    RECEIVER: demo.receiverUrl,
  }
  for (const name of Object.keys(env)) assert.ok(chapter.includes(`export ${name}=`), name)
  const run = async (command = '') => {
    const script = `curl() { command curl -sS "$@"; }; ${command}`
    const { out, err, status } = await launchShell(t, script, env).ended
    assert.deepEqual([status, err], [0, ''], command)
    const answer = JSON.parse(out)
    assert.equal(answer.error, undefined, `${command} was answered ${out}`)
    return answer
  }
  const [sandbox, live, list, register, deliveries, ...rest] = commands
  assert.deepEqual(rest, [])
  assert.equal((await run(sandbox)).data.status, 'approved')
  const { id } = (await run(live)).data
  assert.equal((await run(live)).data.id, id)
  assert.equal((await run(list)).data.items[0].id, id)
  assert.match((await run(register)).data.secret, /^whsec_/)
  await run(sandbox)
  await demo.seen('out', 'signature ok')
  assert.equal((await run(deliveries)).deliveries[0].signature, 'ok')
})
