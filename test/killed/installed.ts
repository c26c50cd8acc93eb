// Makes the installation of a server that is to be killed, and starts the one after it, in this process: programs of
// their own would take a second each.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Environment } from '../../server/kernel/environment.ts'
import { runSvc, startSvc } from '../cli/memory-shell.ts'

type Settings = Readonly<Record<string, string>>

/** What `svc init` makes by these settings. */
export async function init(env: Settings): Promise<void> {
  await run(env, ['init'])
}

export async function createKey(env: Settings, environment: Environment): Promise<string> {
  const words = ['keys', 'create', '--name', 'test', '--env', environment, '--json']
  return (JSON.parse(await run(env, words)) as { readonly key: string }).key
}

/** The next start, whose server ends with the test. */
export async function serveNext(t: TestContext, env: Settings): Promise<void> {
  const running = startSvc(['serve'], { env })
  t.after(async () => {
    running.signal('SIGTERM')
    await running.ended
  })
  await running.seen('out', '"event":"started"')
}

async function run(env: Settings, words: readonly string[]): Promise<string> {
  const { status, out, err } = await runSvc(words, { env })
  assert.equal(status, 0, err)
  return out
}
