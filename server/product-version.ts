// Reads the version of the product from package.json.

import { readFileSync } from 'node:fs'

export function productVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const { version }: { version: string } = JSON.parse(text)
  return version
}
