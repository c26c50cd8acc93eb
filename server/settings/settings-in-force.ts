// What a server really runs with, secrets unmasked: for comparing, never for showing.

import type { Secrets } from '../config.ts'
import { settings } from './setting-rows.ts'
import type { EffectiveSetting } from './setting-values.ts'

export interface SettingInForce {
  readonly name: string
  /** As an operator would write it; undefined for what is not set. */
  readonly value: string | undefined
  /** Somebody set it, and it is not its default. */
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
