// An installation that `svc init` made, in a folder of a test's own, and `svc` run on it. Init runs once in a test
// process; each test gets a copy.

import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
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
  return planIn(tempFolder(t))
}

function planIn(folder: string): Installation & { init(): Promise<Ran> } {
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

export const install = prepareInstallation(async () => undefined)

/** Returns a function that copies an installation that `use` has changed, once in a test process. */
export function prepareInstallation(
  use: (installation: Installation) => Promise<void>,
): (t: TestContext) => Promise<Installation> {
  let entries: Promise<readonly Entry[]> | undefined
  return async (t) => {
    entries ??= installOnce(use)
    const plan = planInstallation(t)
    for (const { path, mode, content } of await entries) {
      const target = join(plan.folder, path)
      if (content === undefined) mkdirSync(target, { mode })
      else writeFileSync(target, content(plan.folder), { mode })
    }
    return plan
  }
}

/** A file or, without content, a folder; folders come before what they contain. */
interface Entry {
  readonly path: string
  readonly mode: number
  readonly content: ((folder: string) => Buffer) | undefined
}

async function installOnce(
  use: (installation: Installation) => Promise<void>,
): Promise<readonly Entry[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-'))
  const plan = planIn(folder)
  const { status, err } = await plan.init()
  assert.equal(status, 0, err)
  await use(plan)
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  const entries = found.map((one): Entry => {
    const place = join(one.parentPath, one.name)
    return {
      path: relative(folder, place),
      mode: statSync(place).mode & 0o777,
      content: one.isFile() ? contentOf(place, folder) : undefined,
    }
  })
  rmSync(folder, { recursive: true })
  return entries.toSorted((one, other) => one.path.length - other.path.length)
}

/** The settings name the folder that the installation is in. */
function contentOf(file: string, folder: string): (newFolder: string) => Buffer {
  const bytes = readFileSync(file)
  if (!file.endsWith('.conf')) return () => bytes
  return (newFolder) => Buffer.from(bytes.toString().replaceAll(folder, newFolder))
}
