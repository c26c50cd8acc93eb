// Decides what an upgrade would do and what speaks against it.

import {
  compareVersions,
  type DescribedMigration,
  type ReleaseDescription,
  schemaVersionOf,
} from './release-description.ts'

interface UpgradeFacts {
  readonly installed: Pick<ReleaseDescription, 'version' | 'platform' | 'settings'>
  readonly offered: ReleaseDescription
  readonly rows: ReadonlyMap<string, number>
  readonly schemaVersion: number
  readonly databaseBytes: number
  /** Names in svc.conf. */
  readonly settingsInUse: readonly string[]
  /** Free space where the data are, and where the releases are. */
  readonly dataFreeBytes: number
  readonly releaseFreeBytes: number
  /** Whether an upgrade was begun and neither finished nor rolled back. */
  readonly isUnfinished: boolean
}

interface PlannedMigration extends DescribedMigration {
  /** Rows that it writes anew. */
  readonly rows: number
}

export interface UpgradePlan {
  readonly from: string
  readonly to: string
  readonly migrations: readonly PlannedMigration[]
  readonly settingsAdded: readonly string[]
  readonly settingsRemoved: readonly string[]
  readonly dataBytesNeeded: number
  readonly releaseBytesNeeded: number
  /** Estimate of the time without a server. */
  readonly pauseSeconds: number
  readonly findings: readonly UpgradeFinding[]
}

interface UpgradeFinding {
  readonly code:
    | 'not_newer'
    | 'other_machine'
    | 'too_old'
    | 'newer_schema'
    | 'setting_gone'
    | 'data_disk'
    | 'release_disk'
    | 'unfinished'
  /** What is wrong and what to do. */
  readonly message: string
}

/** Stop, trial and start, without migrations. */
const pauseSecondsMin = 6
/** Modest rates of a server with disks of its own: copying the database, and writing rows anew. */
const copyBytesPerSecond = 100_000_000
const rowsPerSecond = 20_000
/** So much more than the estimate must be free. */
const margin = 1.2

export function planUpgrade(facts: UpgradeFacts): UpgradePlan {
  const { installed, offered, rows, schemaVersion, databaseBytes } = facts
  const migrations = offered.migrations
    .filter(({ version }) => version > schemaVersion)
    .map((migration) => ({
      ...migration,
      rows: migration.rewrites.reduce((sum, table) => sum + (rows.get(table) ?? 0), 0),
    }))
  const rewritten = migrations.reduce((sum, one) => sum + one.rows, 0)
  const copyBytes = migrations.length === 0 ? 0 : databaseBytes
  const rewriteBytes = rewritten === 0 ? 0 : databaseBytes
  const plan = {
    from: installed.version,
    to: offered.version,
    migrations,
    settingsAdded: offered.settings.filter((name) => !installed.settings.includes(name)),
    settingsRemoved: installed.settings.filter((name) => !offered.settings.includes(name)),
    dataBytesNeeded: Math.ceil((copyBytes + rewriteBytes) * margin),
    releaseBytesNeeded: Math.ceil(offered.unpacked_bytes * margin),
    pauseSeconds: Math.ceil(
      pauseSecondsMin + copyBytes / copyBytesPerSecond + rewritten / rowsPerSecond,
    ),
  }
  return { ...plan, findings: [...releaseFindings(facts), ...roomFindings(facts, plan)] }
}

function releaseFindings({
  installed,
  offered,
  schemaVersion,
  settingsInUse,
  isUnfinished,
}: UpgradeFacts): readonly UpgradeFinding[] {
  const findings: UpgradeFinding[] = []
  const add = (code: UpgradeFinding['code'], message: string) => findings.push({ code, message })
  if (isUnfinished) add('unfinished', 'An upgrade was interrupted. Undo it first: svc rollback')
  if (compareVersions(offered.version, installed.version) <= 0) {
    add(
      'not_newer',
      `Version ${installed.version} is in use, and the bundle is ${offered.version}. To go back to an older version: svc rollback`,
    )
  }
  if (offered.platform !== installed.platform) {
    add(
      'other_machine',
      `The bundle is for ${offered.platform}, and this is ${installed.platform}. Fetch the other tarball.`,
    )
  }
  if (compareVersions(installed.version, offered.upgrades_from) < 0) {
    add(
      'too_old',
      `${offered.version} upgrades ${offered.upgrades_from} and newer. Upgrade to ${offered.upgrades_from} first, then to ${offered.version}.`,
    )
  }
  if (schemaVersion > schemaVersionOf(offered)) {
    add(
      'newer_schema',
      `The database has schema version ${schemaVersion}, which ${offered.version} does not know (${schemaVersionOf(offered)}). Take a newer bundle.`,
    )
  }
  for (const name of [...new Set(settingsInUse)].filter((one) => !offered.settings.includes(one))) {
    if (installed.settings.includes(name)) {
      add(
        'setting_gone',
        `svc.conf sets ${name}, which ${offered.version} no longer has. See its notes, and remove the line.`,
      )
    }
  }
  return findings
}

function roomFindings(
  { dataFreeBytes, releaseFreeBytes }: UpgradeFacts,
  {
    dataBytesNeeded,
    releaseBytesNeeded,
  }: Pick<UpgradePlan, 'dataBytesNeeded' | 'releaseBytesNeeded'>,
): readonly UpgradeFinding[] {
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1)
  const lack = (place: string, needed: number, free: number) =>
    `The disk of the ${place} has ${gigabytes(free)} GB free, and the upgrade needs ${gigabytes(needed)} GB. Make room.`
  return [
    ...(dataFreeBytes < dataBytesNeeded
      ? [
          {
            code: 'data_disk' as const,
            message: lack('data folder', dataBytesNeeded, dataFreeBytes),
          },
        ]
      : []),
    ...(releaseFreeBytes < releaseBytesNeeded
      ? [
          {
            code: 'release_disk' as const,
            message: lack('releases', releaseBytesNeeded, releaseFreeBytes),
          },
        ]
      : []),
  ]
}
