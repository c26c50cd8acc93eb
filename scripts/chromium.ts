// Finds the Chromium that browser tests use, and installs one where there is none.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'

/** First the form without a window's frame and its services: its pages take a fifth less of the processor's time. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]
const aptGet = '/usr/bin/apt-get'
const playwrightCommand = fileURLToPath(
  new URL('../node_modules/playwright/cli.js', import.meta.url),
)

export const howToInstallChromium =
  'Install one (apt install chromium-headless-shell, or npx playwright install --only-shell chromium), or name its program in SVC_CHROMIUM.'

/**
 * SVC_CHROMIUM first, then Playwright's without a frame, then where systems put it, then Playwright's whole one.
 * @returns the path of the program, or undefined if there is none
 */
export function findChromium(): string | undefined {
  const named = process.env.SVC_CHROMIUM
  const own = chromium.executablePath()
  const places = named === undefined ? [shellBeside(own), ...usualPlaces] : [named]
  return [...places, own].find((place) => existsSync(place))
}

/**
 * Installs the system's package where that is allowed, else Playwright's build, which it downloads.
 * @param say shows one line of progress
 * @returns whether there is a Chromium now
 */
export function installChromium(say: (line: string) => void): boolean {
  say('No Chromium for the browser tests found. Installing one (once)...')
  if (process.getuid?.() === 0 && existsSync(aptGet)) {
    run(aptGet, ['update', '-qq'])
    run(aptGet, ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'])
  }
  if (findChromium() === undefined) {
    run(process.execPath, [playwrightCommand, 'install', '--only-shell', 'chromium'])
  }
  return findChromium() !== undefined
}

/** Whether it worked is told by the program that is there afterwards, so the status does not count. */
function run(program: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
}

/** Where `npx playwright install --only-shell chromium` puts Chromium without a window's frame. */
function shellBeside(chromiumPath: string): string {
  return chromiumPath.replace(
    /chromium-(\d+)\/chrome-([\w-]+)\/.*$/,
    'chromium_headless_shell-$1/chrome-headless-shell-$2/chrome-headless-shell',
  )
}
