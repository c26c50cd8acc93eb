// `npm run screenshots`: one picture of each page of the console in each language, theme and width, for people
// to look at. They are kept in data/var/screenshots.

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Role } from '../server/staff/role.ts'
import { launchChromium } from '../test/console/browser.ts'
import { allTroubles, watchBrowser } from '../test/console/scene.ts'
import { walkPage } from '../test/console/walk.ts'
import { type RunningAppliance, startAppliance } from '../test/support/running-appliance.ts'

interface Shot {
  readonly name: string
  /** Below /console. */
  readonly path: string
  /** Nobody is signed in where there is none. */
  readonly role?: Role
  /** Puts into the appliance what the page is to show. */
  readonly prepare?: (app: RunningAppliance) => Promise<void>
}

/** In the order of the navigation. */
const shots: readonly Shot[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'set-up', path: '/set-up#token' },
  { name: 'invitation', path: '/invitation#token' },
  { name: 'spent-link', path: '/new-password' },
  { name: 'developer', path: '/developer#verifySandbox', role: 'developer' },
  { name: 'people', path: '/people', role: 'administrator' },
  { name: 'account', path: '/account', role: 'reviewer' },
]

const folder = fileURLToPath(new URL('../data/var/screenshots', import.meta.url))

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const app = await startAppliance({ withoutProvider: true })
const browser = await launchChromium()
try {
  const scene = watchBrowser(app, browser)
  const wanted = process.argv.slice(2)
  for (const { name, path, role, prepare } of shots) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    await prepare?.(app)
    const open = role === undefined ? scene.open : (view: object) => scene.openAs(role, view)
    await walkPage({ open, address: scene.at(path), pictures: { folder, name } })
    process.stdout.write(`${join(folder, name)}-*.png\n`)
  }
  for (const trouble of allTroubles(app, scene.troubles)) process.stdout.write(`${trouble}\n`)
} finally {
  await browser.close()
  await app.close()
}
