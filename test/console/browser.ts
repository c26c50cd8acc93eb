// Finds a Chromium and starts it, cut off from everything but this machine.

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** SVC_CHROMIUM first, then where systems put it, then Playwright's own. */
function findChromium(): string | undefined {
  const named = process.env.SVC_CHROMIUM
  const places = named === undefined ? usualPlaces : [named]
  return [...places, chromium.executablePath()].find((place) => existsSync(place))
}

/** For `skip` of node:test: why browser tests cannot run here, or false. */
export const withoutChromium: string | false =
  findChromium() === undefined &&
  'no Chromium found: install one (apt install chromium, npx playwright install chromium) or set SVC_CHROMIUM'

/** Names other than this machine lead nowhere, so nothing that a page asks for can leave it. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('no Chromium')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  })
}
