// Slow: starts a server.
//
// Secrets that are given as files stay there: neither the environment of the server, nor its command line, nor
// anything that tells of its settings holds one.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { environmentOf, startServer } from '../../../scripts/bench/child-server.ts'
import { freePort } from '../../../scripts/bench/free-port.ts'
import { runSvc } from '../../cli/memory-shell.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const canaries = {
  SVC_SMILE_API_KEY_FILE: 'canary-of-the-provider',
  SVC_SCORING_TOKEN_FILE: 'canary-of-the-engine',
  SVC_WEBHOOK_SECRET_FILE: 'canary-of-a-webhook',
  SVC_API_KEY_FILE: 'canary-of-a-client',
}

function assertNone(text: string, what: string): void {
  assert.ok(text.length > 0, `${what} is there to be looked at`)
  for (const canary of Object.values(canaries)) assert.ok(!text.includes(canary), what)
}

test('secrets from files are in no environment, no command line and no listing', async (t) => {
  const folder = tempFolder(t)
  const files = Object.entries(canaries).map(([name, canary]) => {
    const file = join(folder, name.toLowerCase())
    writeFileSync(file, canary, { mode: 0o600 })
    return [name, file] as const
  })
  const env = {
    ...environmentOf({ folder, port: await freePort() }),
    SVC_SMILE_PARTNER_ID: '085',
    SVC_SMILE_BASE_URL: 'http://127.0.0.1:9/v1',
    SVC_SCORING_URL: 'http://127.0.0.1:9/score',
    ...Object.fromEntries(files),
  }
  const { status, err: said } = await runSvc(['init'], { env })
  assert.equal(status, 0, said)
  const server = await startServer(env)
  t.after(() => server.kill('SIGKILL'))
  for (const name of ['environ', 'cmdline']) {
    const file = `/proc/${server.pid}/${name}`
    if (existsSync(file)) assertNone(readFileSync(file, 'latin1'), name)
  }
  for (const command of [
    ['config', 'show'],
    ['config', 'show', '--json'],
    ['status', '--json'],
  ]) {
    const { out, err } = await runSvc(command, { env })
    assertNone(`${out}${err}`, command.join(' '))
    if (command[0] === 'config') assert.match(out, /SVC_SMILE_API_KEY.*••••|"••••"/)
  }
  assert.equal(await server.kill('SIGTERM'), 0)
})
