// Describes the release that this tree makes, for `svc upgrade check` of the release before it.

import { migrations } from '../../server/db/migrations/index.ts'
import { productVersion } from '../../server/product-version.ts'
import { settingRows } from '../../server/settings/setting-rows.ts'
import {
  oldestUpgradable,
  type ReleaseDescription,
} from '../../server/upgrade/release-description.ts'
import type { Arch } from './release-platform.ts'

interface Made {
  readonly arch: Arch
  readonly unpackedBytes: number
}

export function describeRelease({ arch, unpackedBytes }: Made): ReleaseDescription {
  return {
    format: 1,
    version: productVersion(),
    platform: `linux-${arch}`,
    upgrades_from: oldestUpgradable,
    unpacked_bytes: unpackedBytes,
    migrations: migrations.map(({ version, name, kind, rewrites = [] }) => ({
      version,
      name,
      kind,
      rewrites: [...rewrites],
    })),
    settings: settingRows.map(({ name }) => name).sort(),
  }
}
