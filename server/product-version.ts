// Reads the version of the product from package.json.

import { readFileSync } from 'node:fs'

let version: string | undefined

/** Reads the file once: a command that has become another user may not be allowed to. */
export function productVersion(): string {
  version ??= readVersion()
  return version
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
