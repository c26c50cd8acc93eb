// The effective settings of a server with secrets unmasked, for comparisons only, never for display.

import type { Secrets } from '../config.ts'
import { settings } from './setting-rows.ts'
import type { EffectiveSetting } from './setting-values.ts'

export interface SettingInForce {
  readonly name: string
  /** As an operator would write it; undefined if not set. */
  readonly value: string | undefined
  /** Whether it was set explicitly. */
  readonly isGiven: boolean
}

const namesOfSecrets: Readonly<Record<keyof Secrets, string>> = {
  smileApiKey: settings.smileApiKey.name,
  scoringToken: settings.scoringToken.name,
  webhookSecret: settings.webhookSecret.name,
  apiKey: settings.apiKey.name,
}

export function settingsInForce(
  effective: readonly EffectiveSetting[],
  secrets: Secrets,
): readonly SettingInForce[] {
  const secretByName = new Map<string, string | undefined>(
    Object.entries(namesOfSecrets).map(([field, name]) => [name, secrets[field as keyof Secrets]]),
  )
  return effective.map(({ name, value, origin }) => ({
    name,
    value: secretByName.has(name) ? secretByName.get(name) : value,
    isGiven: origin !== 'default',
  }))
}
