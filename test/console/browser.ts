// Finds a Chromium and starts it, cut off from everything but this machine.

import { type Browser, chromium } from 'playwright'
import { findChromium, howToInstallChromium } from '../../scripts/chromium.ts'

/** Options of tests that need a browser: skipped where none is found, with what to do. */
export const options = {
  skip: findChromium() === undefined && `no Chromium found. ${howToInstallChromium}`,
}

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
