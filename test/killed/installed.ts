// Makes the installation of a server that is to be killed, in this process: programs of their own would take a second
// each.

import assert from 'node:assert/strict'
import type { Environment } from '../../server/kernel/environment.ts'
import { runSvc } from '../cli/memory-shell.ts'

type Settings = Readonly<Record<string, string>>

/** What `svc init` makes by these settings. */
export async function init(env: Settings): Promise<void> {
  await run(env, ['init'])
}

export async function createKey(env: Settings, environment: Environment): Promise<string> {
  const words = ['keys', 'create', '--name', 'test', '--env', environment, '--json']
  return (JSON.parse(await run(env, words)) as { readonly key: string }).key
}

async function run(env: Settings, words: readonly string[]): Promise<string> {
  const { status, out, err } = await runSvc(words, { env })
  assert.equal(status, 0, err)
  return out
}
