// The command that starts the demo: a release has no `npm start`.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Only a release has it, installed or in a container. */
const releaseFile = fileURLToPath(new URL('../release.json', import.meta.url))

export function isRelease(): boolean {
  return existsSync(releaseFile)
}

export function demoCommand(isOfRelease = isRelease()): string {
  return isOfRelease ? 'svc serve --demo' : 'npm start'
}
