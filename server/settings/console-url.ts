// Where people open the console: at the public URL, or under the console's own name beside it.

import { isIPv6 } from 'node:net'
import type { Config } from '../config.ts'

/** Scheme, name and port; no slash at the end. */
export function consoleUrlOf(config: Pick<Config, 'publicUrl' | 'consoleHost'>): string {
  const { publicUrl, consoleHost } = config
  if (consoleHost === undefined) return publicUrl
  const url = new URL(publicUrl)
  url.hostname = isIPv6(consoleHost) ? `[${consoleHost}]` : consoleHost
  return url.origin
}
