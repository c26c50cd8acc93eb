// Describes the settings for `svc config reference` and the guide.

import { type ListedSetting, settingRows } from './setting-rows.ts'

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
    secret: row.secret,
    reload: row.reload ?? false,
    help: row.help,
  }))
}

function describeDefault(row: ListedSetting): string {
  const plain =
    typeof row.default === 'object'
      ? `${row.default.appliance} (demo: ${row.default.demo})`
      : row.default
  return [plain, row.otherwise].filter((part) => part !== undefined).join('; ') || '-'
}
