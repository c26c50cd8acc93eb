// Groups of the settings by the first words of their names, in the order in which the page shows them. Pure.

/** A name is in the first group that has a beginning of it; the last takes the rest. */
const groups = [
  ['network', ['HOST', 'PORT', 'TLS_', 'OPS_', 'PUBLIC_', 'INSECURE_', 'TRUSTED_', 'CONSOLE_']],
  ['storage', ['DATA_', 'DATABASE_', 'IMAGES_', 'DISK_', 'MASTER_KEY_']],
  ['backup', ['BACKUP_']],
  ['provider', ['PROVIDER', 'SMILE_', 'MARKETS', 'PREFLIGHT', 'VIRUS_']],
  ['scoring', ['SCORING_']],
  ['webhooks', ['WEBHOOK_']],
  ['reviews', ['REVIEW_', 'SEEN_', 'SEARCH_', 'EXPORT_']],
  [
    'access',
    ['SESSION_', 'SECOND_', 'OIDC_', 'LOCAL_', 'EMERGENCY_', 'PASSWORD_', 'KEY_', 'RATE_'],
  ],
  ['logs', ['LOG_', 'OTLP_', 'AUDIT_']],
  ['retention', ['RETENTION_', 'IDEMPOTENCY_', 'OUTBOUND_']],
  ['other', ['']],
] as const

export type SettingGroup = (typeof groups)[number][0]

/** Returns the groups that have settings, in their order, each with its settings in the given order. */
export function groupSettings<Setting extends { readonly name: string }>(
  settings: readonly Setting[],
): readonly (readonly [SettingGroup, readonly Setting[]])[] {
  return groups.flatMap(([group]) => {
    const own = settings.filter(({ name }) => groupOf(name) === group)
    return own.length === 0 ? [] : [[group, own] as const]
  })
}

function groupOf(name: string): SettingGroup {
  const short = name.replace(/^SVC_/, '')
  return groups.find(([, some]) => some.some((one) => short.startsWith(one)))?.[0] ?? 'other'
}
