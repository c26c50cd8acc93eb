// `npm run screenshots`: takes a screenshot of each page of the console in each language, theme and width, for
// manual review, with the demo's two weeks of invented data. Writes to data/var/screenshots.
//
//   npm run screenshots [name ...]

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openAppliance } from '../server/appliance.ts'
import { systemClock } from '../server/kernel/clock.ts'
import { silentLog } from '../server/kernel/log.ts'
import { serve } from '../server/serve.ts'
import type { Role } from '../server/users/role.ts'
import { launchChromium } from '../test/console/browser.ts'
import { walkPage } from '../test/console/walk.ts'
import { watchBrowser } from '../test/console/watch-browser.ts'
import { addUser, type ConsoleClient, openConsole } from '../test/support/console-client.ts'
import { demoSettings, seedOnceApart } from '../test/support/seeded-demo.ts'
import { freePort } from './bench/free-port.ts'

interface Shot {
  readonly name: string
  /** Path below /console; a function finds it with the client of a signed-in user. */
  readonly path: string | ((client: ConsoleClient) => Promise<string>)
  /** Role of the signed-in user; undefined for no sign-in. */
  readonly role?: Role
}

/** In the order of the navigation. */
const shots: readonly Shot[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'set-up', path: '/set-up#token' },
  { name: 'invitation', path: '/invitation#token' },
  { name: 'spent-link', path: '/new-password' },
  { name: 'overview', path: '/overview', role: 'administrator' },
  { name: 'reviews', path: '/reviews', role: 'reviewer' },
  { name: 'verifications', path: '/verifications', role: 'reviewer' },
  { name: 'declined', path: first('/verifications', '?status=declined&limit=1'), role: 'reviewer' },
  { name: 'scored', path: first('/verifications', '?band=high&limit=1'), role: 'reviewer' },
  { name: 'keys', path: '/keys', role: 'developer' },
  { name: 'webhooks', path: '/webhooks', role: 'developer' },
  { name: 'webhook', path: first('/webhooks', '?limit=1'), role: 'developer' },
  { name: 'signature-check', path: '/webhooks/check', role: 'developer' },
  { name: 'developer', path: '/developer#verifySandbox', role: 'developer' },
  { name: 'usage', path: '/usage', role: 'administrator' },
  { name: 'reports', path: '/reports', role: 'lead' },
  { name: 'audit', path: '/audit', role: 'auditor' },
  { name: 'system', path: '/system', role: 'administrator' },
  { name: 'users', path: '/users', role: 'administrator' },
  { name: 'account', path: '/account', role: 'reviewer' },
]

const shotsFolder = fileURLToPath(new URL('../data/var/screenshots', import.meta.url))
const demoFolder = mkdtempSync(join(tmpdir(), 'svc-shots-'))
const wanted = process.argv.slice(2)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Returns the path of the first item of a list. */
function first(list: string, query: string): (client: ConsoleClient) => Promise<string> {
  return async (client) => {
    const { data } = await client.get(`${list}${query}`)
    const [item] = data.items as readonly { readonly id: string }[]
    if (item === undefined) throw new Error(`the demo data has nothing in ${list}${query}`)
    return `${list}/${item.id}`
  }
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
    for (const { name, path, role } of shots) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      const open = () => (role === undefined ? scene.open() : scene.openAs(role))
      const at = typeof path === 'string' ? path : await path(await signedIn(host, role))
      await walkPage({ open, address: scene.at(at), images: { folder: shotsFolder, name } })
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

rmSync(shotsFolder, { recursive: true, force: true })
mkdirSync(shotsFolder, { recursive: true })
say('Creating the demo data, which takes some seconds.')
const host = await openDemoData()
try {
  await takeAll(host)
} finally {
  await host.server.stop()
  rmSync(demoFolder, { recursive: true })
}
