// The URL of the console: the public URL, or the same with the console's own host name.

import { isIPv6 } from 'node:net'
import type { Config } from '../config.ts'

/** Returns scheme, host and port; no slash at the end. */
export function consoleUrlOf(config: Pick<Config, 'publicUrl' | 'consoleHost'>): string {
  const { publicUrl, consoleHost } = config
  if (consoleHost === undefined) return publicUrl
  const url = new URL(publicUrl)
  url.hostname = isIPv6(consoleHost) ? `[${consoleHost}]` : consoleHost
  return url.origin
}
