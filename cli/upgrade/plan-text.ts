// The plan of an upgrade as JSON and as text.

import type { UpgradePlan } from '../../server/upgrade/upgrade-policy.ts'

export function planJson(plan: UpgradePlan) {
  return {
    from: plan.from,
    to: plan.to,
    migrations: plan.migrations.map(({ version, name, kind, rewrites, rows }) => ({
      version,
      name,
      kind,
      rewrites,
      rows,
    })),
    settings_added: plan.settingsAdded,
    settings_removed: plan.settingsRemoved,
    data_bytes_needed: plan.dataBytesNeeded,
    release_bytes_needed: plan.releaseBytesNeeded,
    pause_seconds: plan.pauseSeconds,
    findings: plan.findings,
  }
}

export function planText(plan: UpgradePlan): string {
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  const migrations = plan.migrations.map(
    ({ version, name, kind, rows, rewrites }) =>
      `  ${version} ${name}: ${kind}, ${rows} rows written anew${rewrites.length === 0 ? '' : ` (${rewrites.join(', ')})`}`,
  )
  const names = (list: readonly string[]) => (list.length === 0 ? 'none' : list.join(', '))
  const lines = [
    `Upgrade           ${plan.from} to ${plan.to}; signature and files are good`,
    `Migrations        ${migrations.length === 0 ? 'none' : migrations.length}`,
    ...migrations,
    `New settings      ${names(plan.settingsAdded)}`,
    `Settings removed  ${names(plan.settingsRemoved)}`,
    `Disk needed       ${megabytes(plan.dataBytesNeeded)} for the data, ${megabytes(plan.releaseBytesNeeded)} for the release`,
    `Pause, estimated  ${plan.pauseSeconds} s`,
    ...plan.findings.map(({ message }) => `Problem           ${message}`),
  ]
  return `${lines.join('\n')}\n`
}
