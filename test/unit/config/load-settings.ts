// What the tests of settings share: a product folder of their own, and loading that never looks at the
// environment or the svc.conf of the machine they run on.

import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ConfigError,
  type LoadedSettings,
  type LoadInput,
  loadConfig,
} from '../../../server/config.ts'

const workingDir = '/cwd'

/** Loading in a new, empty product folder; `remove` deletes it. */
export function openSettingsFolder() {
  const productDir = mkdtempSync(join(tmpdir(), 'svc-config-'))
  let filesWritten = 0

  function fileWith(content: string, mode = 0o600): string {
    filesWritten += 1
    const file = join(productDir, `file-${filesWritten}`)
    writeFileSync(file, content)
    chmodSync(file, mode)
    return file
  }

  function load(env: LoadInput['env'], more: Partial<LoadInput> = {}): LoadedSettings {
    return loadConfig({ profile: 'appliance', env, productDir, workingDir, ...more })
  }

  /** `NAME message` of every problem; fails where there is none. */
  function problemsOf(env: LoadInput['env'], more: Partial<LoadInput> = {}): readonly string[] {
    try {
      load(env, more)
    } catch (error) {
      assert.ok(error instanceof ConfigError)
      return error.problems.map(({ name, message }) => `${name} ${message}`)
    }
    assert.fail('the settings were accepted')
  }

  const remove = () => rmSync(productDir, { recursive: true })
  return { productDir, fileWith, load, problemsOf, remove }
}

export function assertProblem(problems: readonly string[], start: RegExp): void {
  assert.equal(problems.length, 1, problems.join('\n'))
  assert.match(problems[0] ?? '', start)
}
