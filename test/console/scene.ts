// The console in a real browser, before a real appliance. Whatever a page does that it should not (an error on
// its console, a breach of its policy, a request to another host) fails the test that it happens in.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import type { Role } from '../../server/staff/role.ts'
import { addMember, goodPassword, openConsole } from '../support/console-client.ts'
import { type RunningAppliance, startAppliance } from '../support/running-appliance.ts'
import { launchChromium } from './browser.ts'

export interface BrowserScene extends RunningAppliance {
  readonly browser: Browser
  /** A browser of somebody new, watched. */
  open(options?: BrowserContextOptions): Promise<Page>
  /** A browser in which a member of this role is signed in; the member is made where there is none. */
  openAs(role: Role, options?: BrowserContextOptions): Promise<Page>
  /** The address of a page of the console, by name: passkeys need one. */
  at(path: string): string
  /** What pages did so far that they should not. */
  readonly troubles: readonly string[]
  /** For tests that make trouble on purpose: none of it fails them. */
  forgive(): void
}

/** For appliances that are here already, such as the demo. */
export type BrowserHost = Pick<RunningAppliance, 'appliance' | 'server' | 'logLines'>

export async function openBrowserScene(
  t: TestContext,
  settings: Readonly<Record<string, string>> = {},
): Promise<BrowserScene> {
  // The browser goes first, or a page that still reads would see its appliance go.
  const browser = await launchChromium()
  t.after(() => browser.close())
  const app = await startAppliance({ settings, withoutProvider: true })
  t.after(() => app.close())
  const scene = watchBrowser(app, browser)
  let isForgiven = false
  t.after(() => assert.deepEqual(isForgiven ? [] : allTroubles(app, scene.troubles), []))
  const forgive = () => {
    isForgiven = true
  }
  return { ...app, ...scene, forgive }
}

/** Breaches of the policy are those that the appliance was told of. */
export function allTroubles(
  { logLines }: Pick<BrowserHost, 'logLines'>,
  troubles: readonly string[],
) {
  return [...troubles, ...logLines.filter((line) => line.includes('csp_violation'))]
}

export function watchBrowser(host: BrowserHost, browser: Browser) {
  const troubles: string[] = []
  const origin = `http://localhost:${host.server.port}`

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext(withDefaults(options))
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    watch(page, origin, troubles)
    return page
  }

  return {
    browser,
    troubles,
    open,
    at: (path: string) => `${origin}/console${path}`,
    async openAs(role: Role, options: BrowserContextOptions = {}): Promise<Page> {
      const page = await open(options)
      await signInQuietly(host, page.context(), { role, origin })
      return page
    },
  }
}

function withDefaults(options: BrowserContextOptions): BrowserContextOptions {
  return {
    locale: 'en-GB',
    timezoneId: 'Africa/Dakar',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    ...options,
  }
}

function watch(page: Page, origin: string, troubles: string[]): void {
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    // Chromium notes every refusal of the server there; the page has dealt with it.
    const isRefusal = /^Failed to load resource: .* status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !isRefusal) troubles.push(`${page.url()}: ${message.text()}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    const isOurs = url.origin === origin || ['data:', 'blob:'].includes(url.protocol)
    if (!isOurs) troubles.push(`${page.url()}: asks ${url.origin}`)
  })
}

/** Past the door, without walking through it each time. */
async function signInQuietly(
  host: BrowserHost,
  context: BrowserContext,
  { role, origin }: { readonly role: Role; readonly origin: string },
): Promise<void> {
  const client = openConsole(host.server)
  const email = `${role}@bank.example`
  const first = await client.signIn(email)
  if (first.status !== 200) {
    await addMember(host.appliance, role)
    assert.equal((await client.signIn(email, goodPassword)).status, 200)
  }
  const [name = '', value = ''] = client.cookie?.split('=') ?? []
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Strict' }])
}
