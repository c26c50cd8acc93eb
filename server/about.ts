// Facts about this process for operators: its version, its database, its settings, and the certificate that its clients
// see.

import type { ShownCertificate } from './db/server-lock.ts'
import { productVersion } from './product-version.ts'
import type { EffectiveSetting } from './settings/effective-setting.ts'

export interface About {
  readonly version: string
  readonly startedAt: number
  readonly databaseFile: string
  /** Secrets are masked; empty if the settings were not loaded with their origins. */
  readonly settings: readonly EffectiveSetting[]
  /** undefined without TLS, or before the process listens. A node that shares its data folder may show another. */
  certificate: ShownCertificate | undefined
}

export function openAbout(
  settings: readonly EffectiveSetting[] | undefined,
  databaseFile: string,
  startedAt: number,
): About {
  const version = productVersion()
  return { version, startedAt, databaseFile, settings: settings ?? [], certificate: undefined }
}
