// Checks of the settings: problems, secrets in the environment, the public URL, and periods of retention.

import { isIP } from 'node:net'
import { consoleUrlOf } from '../../settings/console-url.ts'
import type { EffectiveSetting } from '../../settings/effective-setting.ts'
import { settingRows } from '../../settings/setting-rows.ts'
import type { SettingProblem } from '../../settings/setting-sources.ts'
import { anywhere, withSettings } from '../doctor-scene.ts'
import { type DoctorOutcome, failed, notSetUp, warning, well } from '../outcome.ts'

export const configChecks = {
  settings: anywhere(({ settingProblems }) => judgeSettings(settingProblems)),
  environment_secrets: withSettings(({ effective }) => judgeEnvironment(effective)),
  public_url: withSettings(({ config }) =>
    judgePublicUrl(config.publicUrlSet === undefined ? undefined : consoleUrlOf(config)),
  ),
  retention_periods: withSettings(({ effective }) => judgeRetentionPeriods(effective)),
}

export function judgeSettings(problems: readonly SettingProblem[]): DoctorOutcome {
  if (problems.length === 0) return well()
  const items = problems.map(({ name, message }) => `${name} ${message}`)
  return failed('problems', { values: { count: problems.length }, items })
}

/** Processes that a server starts inherit its environment, and dumps of a process show it. */
export function judgeEnvironment(effective: readonly EffectiveSetting[]): DoctorOutcome {
  const secrets = settingRows.filter(({ secret }) => secret).map(({ name }) => name)
  const items = effective
    .filter(({ name, origin }) => origin === 'environment' && secrets.includes(name))
    .map(({ name }) => name)
  return items.length === 0 ? well() : warning('found', { values: { count: items.length }, items })
}

/** @param url of the console; undefined if none was set. Passkeys need a name, not an address. */
export function judgePublicUrl(url: string | undefined): DoctorOutcome {
  if (url === undefined) return notSetUp()
  const { protocol, hostname } = new URL(url)
  const values = { url }
  if (protocol !== 'https:') return warning('plain', { values })
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) > 0
  return isAddress ? warning('address', { values }) : well({ values })
}

/** Without a period nothing is erased by itself; the law of each market asks for one that ends. */
export function judgeRetentionPeriods(effective: readonly EffectiveSetting[]): DoctorOutcome {
  const periods = ['SVC_RETENTION_CLIENT', 'SVC_RETENTION_APPLICANT']
  const items = effective
    .filter(({ name, value }) => periods.includes(name) && value === undefined)
    .map(({ name }) => name)
  return items.length === 0 ? well() : warning('none', { items })
}
