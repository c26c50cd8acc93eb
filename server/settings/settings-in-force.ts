// The effective settings of a server with secrets unmasked, for comparisons only, never for display.

import type { Secrets } from '../config.ts'
import type { EffectiveSetting } from './effective-setting.ts'
import { settingRows } from './setting-rows.ts'

export interface SettingInForce {
  readonly name: string
  /** As an operator would write it; undefined if not set. */
  readonly value: string | undefined
  /** Whether it was set explicitly. */
  readonly isGiven: boolean
}

export function settingsInForce(
  effective: readonly EffectiveSetting[],
  secrets: Secrets,
): readonly SettingInForce[] {
  const pathOf = new Map(settingRows.map((row) => [row.name, row.path]))
  const secretAt = new Map(
    Object.entries(secrets).map(([field, secret]) => [`secrets.${field}`, secret]),
  )
  return effective.map(({ name, value, origin }) => {
    const path = pathOf.get(name) ?? ''
    const isGiven = origin !== 'default'
    return { name, value: secretAt.has(path) ? secretAt.get(path) : value, isGiven }
  })
}
