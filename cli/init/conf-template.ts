// The svc.conf that `svc init` writes: every setting with its meaning and default, commented out. Settings
// given to the command are real lines.

import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { confLine } from '../../server/settings/conf-file.ts'
import { type ListedSetting, settingRows, settings } from '../../server/settings/setting-rows.ts'

/** File that is read without --config and SVC_CONFIG. */
const standardFile = fileURLToPath(new URL('../../data/var/svc.conf', import.meta.url))

/** Returns the file that the server would read with the same option and environment. */
export function confFileFor(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  return resolve(option ?? (env[settings.configFile.name] || standardFile))
}

/**
 * Writes the file (mode 0600) unless it exists; returns whether it did. `given` holds paths by the name of
 * their setting, which are written as absolute ones, and URLs of databases.
 */
export function writeConf(
  file: string,
  given: Readonly<Record<string, string | undefined>>,
): boolean {
  if (existsSync(file)) return false
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, confText(given), { mode: 0o600, flag: 'wx' })
  chmodSync(file, 0o600)
  return true
}

/** Lets the owner's group read a file that root wrote, and nobody but root change it. */
export function giveConfTo(file: string, { groupId }: { readonly groupId: number }): void {
  chownSync(file, process.geteuid?.() ?? 0, groupId)
  chmodSync(file, 0o640)
}

/** Removes a file that `writeConf` wrote. */
export function removeConf(file: string): void {
  rmSync(file)
}

function confText(given: Readonly<Record<string, string | undefined>>): string {
  const blocks = settingRows
    .filter((setting) => setting.name !== settings.configFile.name)
    .map((setting) => blockOf(setting, given[setting.name]))
  const head = [
    '# Settings of svc. One NAME=value a line; # begins a comment line.',
    '# The environment overrides this file. After a change: svc config check, then start again.',
  ]
  return `${head.join('\n')}\n\n${blocks.join('\n')}`
}

function blockOf(setting: ListedSetting, given: string | undefined): string {
  const { name, help, kind, secret, unit } = setting
  const value = typeof setting.default === 'object' ? setting.default.appliance : setting.default
  const line =
    given === undefined
      ? `#${name}${secret ? '_FILE' : ''}=${value ?? ''}`
      : confLine(name, kind.label === 'database URL' ? given : resolve(given))
  const expects = unit === undefined ? kind.expects : `${kind.expects}, in ${unit}`
  const preset = setting.otherwise === undefined ? '' : withoutDemo(setting.otherwise)
  const derived = preset === '' ? [] : [`# Otherwise ${preset}.`]
  return `${[`# ${help}`, `# It is ${expects}.`, ...derived, line].join('\n')}\n`
}

/** The demo reads no file of settings. */
function withoutDemo(text: string): string {
  const parts = text.split('; ').filter((part) => !part.includes('the demo'))
  return parts.join('; ')
}
