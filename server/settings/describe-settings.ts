// Describes the settings for `svc config reference` and the README.

import type { Setting } from './setting-row.ts'
import { settingRows } from './setting-rows.ts'

export interface SettingDescription {
  readonly name: string
  readonly kind: string
  /** What a value must be, in words. */
  readonly expects: string
  /** `-` if there is none. */
  readonly default: string
  readonly unit: string | undefined
  readonly secret: boolean
  readonly reload: boolean
  readonly help: string
}

export function describeSettings(): readonly SettingDescription[] {
  return settingRows.map((row) => ({
    name: row.name,
    kind: row.kind.label,
    expects: row.kind.expects,
    default: describeDefault(row),
    unit: row.unit,
    secret: row.secret ?? false,
    reload: row.reload ?? false,
    help: row.help,
  }))
}

function describeDefault(row: Setting<unknown>): string {
  const plain =
    typeof row.default === 'object'
      ? `${row.default.appliance} (demo: ${row.default.demo})`
      : row.default
  return [plain, row.derived].filter((part) => part !== undefined).join('; ') || '-'
}
