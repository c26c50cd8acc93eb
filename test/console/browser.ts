// Finds a Chromium and starts it, cut off from everything but this machine.

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

/** First the form without a window's frame and its services: its pages take a fifth less of the processor's time. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** SVC_CHROMIUM first, then Playwright's without a frame, then where systems put it, then Playwright's whole one. */
function findChromium(): string | undefined {
  const named = process.env.SVC_CHROMIUM
  const own = chromium.executablePath()
  const places = named === undefined ? [shellBeside(own), ...usualPlaces] : [named]
  return [...places, own].find((place) => existsSync(place))
}

/** Where `npx playwright install --only-shell chromium` puts Chromium without a window's frame. */
function shellBeside(chromiumPath: string): string {
  return chromiumPath.replace(
    /chromium-(\d+)\/chrome-([\w-]+)\/.*$/,
    'chromium_headless_shell-$1/chrome-headless-shell-$2/chrome-headless-shell',
  )
}

/** For `skip` of node:test: why browser tests cannot run here, or false. */
export const withoutChromium: string | false =
  findChromium() === undefined &&
  'no Chromium found: install one (apt install chromium-headless-shell, npx playwright install --only-shell chromium) or set SVC_CHROMIUM'

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
      // A test looks at a page for some seconds: optimising its scripts would cost more than it saves.
      '--js-flags=--no-opt,--no-maglev',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  })
}
