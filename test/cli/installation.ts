// An installation that `svc init` made in a folder of a test's own, and `svc` run on it.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { tempFolder } from '../support/temp-folder.ts'
import { type Ran, type RunInput, runSvc } from './memory-shell.ts'

export interface Installation {
  readonly folder: string
  readonly dataDir: string
  readonly masterKeyFile: string
  readonly configFile: string
  svc(args: readonly string[], input?: RunInput): Promise<Ran>
  /** The JSON document of a command that must succeed. */
  json(args: readonly string[]): Promise<Record<string, unknown>>
}

/** Where things are to go; nothing is made yet. */
export function planInstallation(t: TestContext): Installation & { init(): Promise<Ran> } {
  const folder = tempFolder(t)
  const dataDir = join(folder, 'data')
  const masterKeyFile = join(folder, 'keys/master.key')
  const configFile = join(folder, 'svc.conf')
  const svc: Installation['svc'] = (args, input) => runSvc([...args, '--config', configFile], input)
  return {
    folder,
    dataDir,
    masterKeyFile,
    configFile,
    svc,
    async json(args) {
      const { status, out, err } = await svc([...args, '--json'])
      assert.equal(status, 0, err)
      return JSON.parse(out)
    },
    init: () => svc(['init', '--data-dir', dataDir, '--master-key-file', masterKeyFile]),
  }
}

export async function install(t: TestContext): Promise<Installation> {
  const plan = planInstallation(t)
  assert.equal((await plan.init()).status, 0)
  return plan
}
