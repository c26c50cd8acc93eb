// `npm run screenshots`: takes a screenshot of each page of the console, and of each dialog and state, in each
// language, theme and width, for manual review, with the demo's two weeks of invented data. Writes to
// data/var/screenshots.
//
//   npm run screenshots -- [--no-axe] [name ...]

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Role } from '../../server/users/role.ts'
import { launchChromium } from '../../test/console/browser.ts'
import { walkPage } from '../../test/console/walk.ts'
import { watchBrowser } from '../../test/console/watch-browser.ts'
import { type DemoHost, openDemoHost, signedIn } from './demo-host.ts'
import { pageShots } from './page-shots.ts'
import { stateShots } from './state-shots.ts'

const shotsFolder = fileURLToPath(new URL('../../data/var/screenshots', import.meta.url))
const demoFolder = mkdtempSync(join(tmpdir(), 'svc-shots-'))
const hasAxe = !process.argv.includes('--no-axe')
const wanted = process.argv.slice(2).filter((name) => name !== '--no-axe')

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function takeAll(host: DemoHost): Promise<void> {
  const browser = await launchChromium()
  const scene = watchBrowser({ ...host, logLines: [] }, browser)
  const as = (role: Role) => signedIn(host, role)
  try {
    for (const { name, path, role, settle, isCovered = false } of [...pageShots, ...stateShots]) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      const open = () => (role === undefined ? scene.open() : scene.openAs(role))
      try {
        const at = typeof path === 'string' ? path : await path(await as(role ?? 'reviewer'), as)
        await walkPage({
          open,
          address: scene.at(at),
          ...(settle === undefined ? {} : { settle, isCovered }),
          images: { folder: shotsFolder, name, hasAxe },
        })
      } catch (error) {
        // The other pages are to be looked at all the same.
        if (!(error instanceof Error)) throw error
        say(`${name}: ${error.message}`)
        process.exitCode = 1
      }
      say(`${join(shotsFolder, name)}-*.png`)
    }
    for (const trouble of scene.troubles) say(trouble)
  } finally {
    await browser.close()
  }
}

if (wanted.length === 0) rmSync(shotsFolder, { recursive: true, force: true })
mkdirSync(shotsFolder, { recursive: true })
say('Creating the demo data, which takes some seconds.')
const host = await openDemoHost(demoFolder)
try {
  await takeAll(host)
} finally {
  await host.server.stop()
  rmSync(demoFolder, { recursive: true })
}
