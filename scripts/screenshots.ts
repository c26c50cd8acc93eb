// `npm run screenshots`: takes a screenshot of each page of the console in each language, theme and width, for
// manual review, with the demo's two weeks of invented data. Writes to data/var/screenshots.
//
//   npm run screenshots [name ...]

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { openAppliance } from '../server/appliance.ts'
import { systemClock } from '../server/kernel/clock.ts'
import { silentLog } from '../server/kernel/log.ts'
import { serve } from '../server/serve.ts'
import type { Role } from '../server/users/role.ts'
import { launchChromium } from '../test/console/browser.ts'
import { walkPage } from '../test/console/walk.ts'
import { watchBrowser } from '../test/console/watch-browser.ts'
import { addUser, type ConsoleClient, openConsole } from '../test/support/console-client.ts'
import { en } from '../test/support/console-words.ts'
import { demoSettings, seedOnceApart } from '../test/support/seeded-demo.ts'
import { freePort } from './bench/free-port.ts'

interface Shot {
  readonly name: string
  /** Path below /console; a function finds it with the client of a signed-in user. */
  readonly path: string | ((client: ConsoleClient) => Promise<string>)
  /** Role of the signed-in user; undefined for no sign-in. */
  readonly role?: Role
  /** Brings the page into the state that is to be looked at. */
  readonly settle?: (page: Page) => Promise<void>
}

/** In the order of the navigation. */
const shots: readonly Shot[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'set-up', path: '/set-up#token' },
  { name: 'invitation', path: '/invitation#token' },
  { name: 'spent-link', path: '/new-password' },
  { name: 'overview', path: '/overview', role: 'administrator' },
  { name: 'reviews', path: '/reviews', role: 'reviewer' },
  { name: 'reviews-lead', path: '/reviews', role: 'lead' },
  { name: 'reviews-closed', path: '/reviews?state=closed', role: 'reviewer' },
  { name: 'decisions', path: '/reviews/decisions', role: 'reviewer' },
  { name: 'claimed', path: firstReview, role: 'reviewer', settle: decide },
  { name: 'verifications', path: '/verifications', role: 'reviewer' },
  { name: 'declined', path: first('/verifications', '?status=declined&limit=1'), role: 'reviewer' },
  { name: 'scored', path: first('/verifications', '?band=high&limit=1'), role: 'reviewer' },
  {
    name: 'erasure',
    path: first('/verifications', '?status=approved&limit=1'),
    role: 'lead',
  },
  {
    name: 'timeline',
    path: first('/verifications', '?status=approved&limit=1', '?tab=time'),
    role: 'reviewer',
  },
  { name: 'approvals', path: '/approvals', role: 'administrator' },
  { name: 'quality', path: '/quality', role: 'lead' },
  { name: 'keys', path: '/keys', role: 'developer' },
  { name: 'webhooks', path: '/webhooks', role: 'developer' },
  { name: 'webhook', path: first('/webhooks', '?limit=1'), role: 'developer' },
  { name: 'delivery', path: firstDelivery, role: 'developer' },
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
function first(list: string, query: string, then = ''): (client: ConsoleClient) => Promise<string> {
  return async (client) => `${list}/${(await firstOf(client, `${list}${query}`)).id}${then}`
}

async function firstOf(client: ConsoleClient, path: string) {
  const { data } = await client.get(path)
  const [item] = data.items as readonly { readonly id: string; readonly verification_id?: string }[]
  if (item === undefined) throw new Error(`the demo data has nothing in ${path}`)
  return item
}

async function firstReview(client: ConsoleClient): Promise<string> {
  const { verification_id } = await firstOf(client, '/reviews?state=open&limit=1')
  return `/verifications/${verification_id}?tab=review`
}

async function firstDelivery(client: ConsoleClient): Promise<string> {
  const webhook = await first('/webhooks', '?limit=1')(client)
  return `${webhook}/deliveries/${(await firstOf(client, `${webhook}/deliveries?limit=1`)).id}`
}

/** Claims the review by key, with an outcome chosen. */
async function decide(page: Page): Promise<void> {
  await page.getByRole('region', { name: en('reviews.bar.label') }).waitFor()
  await page.keyboard.press('c')
  await page.getByText(en.like('reviews.standing.mine')).first().waitFor()
  await page.keyboard.press('x')
  await page.locator('input[type=checkbox]:focus').waitFor()
  await page.keyboard.press('Space')
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
    for (const { name, path, role, settle } of shots) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      const open = () => (role === undefined ? scene.open() : scene.openAs(role))
      const at = typeof path === 'string' ? path : await path(await signedIn(host, role))
      try {
        await walkPage({
          open,
          address: scene.at(at),
          ...(settle === undefined ? {} : { settle }),
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
