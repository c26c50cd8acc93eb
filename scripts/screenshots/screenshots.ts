// `npm run screenshots`: takes a screenshot of each page of the console, and of each dialog and state, in each
// language, theme and width, for manual review, with the demo's two weeks of invented data. Writes to data/var/screenshots.
//
//   npm run screenshots [name ...]

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openAppliance } from '../../server/appliance.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { serve } from '../../server/serve.ts'
import type { Role } from '../../server/users/role.ts'
import { launchChromium } from '../../test/console/browser.ts'
import { walkPage } from '../../test/console/walk.ts'
import { watchBrowser } from '../../test/console/watch-browser.ts'
import { addUser, type ConsoleClient, openConsole } from '../../test/support/console-client.ts'
import { demoSettings, seedOnceApart } from '../../test/support/seeded-demo.ts'
import { freePort } from '../bench/free-port.ts'
import { pageShots } from './page-shots.ts'
import { stateShots } from './state-shots.ts'

const shotsFolder = fileURLToPath(new URL('../../data/var/screenshots', import.meta.url))
const demoFolder = mkdtempSync(join(tmpdir(), 'svc-shots-'))
const wanted = process.argv.slice(2)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function openDemoData() {
  const { config, ...rest } = demoSettings(demoFolder)
  const loaded = { ...rest, config: { ...config, port: await freePort() } }
  await seedOnceApart(loaded, { count: 200, nowMs: systemClock.now() })
  const appliance = await openAppliance(loaded, { log: silentLog })
  return { appliance, server: await serve(appliance) }
}

async function takeAll(host: Awaited<ReturnType<typeof openDemoData>>): Promise<void> {
  const browser = await launchChromium()
  const scene = watchBrowser({ ...host, logLines: [] }, browser)
  try {
    for (const { name, path, role, settle, isCovered = false } of [...pageShots, ...stateShots]) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      const open = () => (role === undefined ? scene.open() : scene.openAs(role))
      const at = typeof path === 'string' ? path : await path(await signedIn(host, role))
      try {
        await walkPage({
          open,
          address: scene.at(at),
          ...(settle === undefined ? {} : { settle, isCovered }),
          images: { folder: shotsFolder, name },
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

async function signedIn(
  { appliance, server }: Awaited<ReturnType<typeof openDemoData>>,
  role: Role = 'reviewer',
): Promise<ConsoleClient> {
  const client = openConsole(server)
  const email = `shots-${role}@bank.example`
  if ((await client.signIn(email)).status !== 200) {
    await addUser(appliance, role, email)
    await client.signIn(email)
  }
  return client
}

if (wanted.length === 0) rmSync(shotsFolder, { recursive: true, force: true })
mkdirSync(shotsFolder, { recursive: true })
say('Creating the demo data, which takes some seconds.')
const host = await openDemoData()
try {
  await takeAll(host)
} finally {
  await host.server.stop()
  rmSync(demoFolder, { recursive: true })
}
