// What a release says about itself in `release.json`: read by the release before it, to tell what an upgrade would do.

import { z } from 'zod'

/**
 * Releases from this one on can be upgraded to this release directly. Raise it only with an intermediate release named.
 */
export const oldestUpgradable = '1.2.0'

const versionShape = z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/)

export const releaseShape = z.object({
  format: z.literal(1),
  version: versionShape,
  platform: z.enum(['linux-x64', 'linux-arm64']),
  /** The oldest release that can be upgraded to this one directly. */
  upgrades_from: versionShape,
  /** Size of the unpacked release. */
  unpacked_bytes: z.int().nonnegative(),
  migrations: z.array(
    z.object({
      version: z.int().positive(),
      name: z.string(),
      kind: z.enum(['additive', 'rewriting', 'contracting']),
      /** Tables whose rows the migration writes anew. */
      rewrites: z.array(z.string()),
    }),
  ),
  settings: z.array(z.string()),
})

export type ReleaseDescription = z.output<typeof releaseShape>
export type DescribedMigration = ReleaseDescription['migrations'][number]

/** Negative if `one` is older than `other`, 0 if both are the same. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number))
  const at = left?.findIndex((part, index) => part !== right?.[index]) ?? -1
  return at === -1 ? 0 : (left?.[at] ?? 0) - (right?.[at] ?? 0)
}

export function schemaVersionOf({ migrations }: Pick<ReleaseDescription, 'migrations'>): number {
  return Math.max(0, ...migrations.map(({ version }) => version))
}
