// Opens browsers before an appliance and watches what their pages do that they should not: an error on their
// console, a breach of their policy, a request to another host.

import assert from 'node:assert/strict'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { systemClock } from '../../server/kernel/clock.ts'
import type { Role } from '../../server/users/role.ts'
import {
  addUser,
  type ConsoleClient,
  goodPassword,
  openConsole,
} from '../support/console-client.ts'
import type { RunningAppliance } from '../support/running-appliance.ts'
import { within } from '../support/within.ts'
import { type Unanswered, watchRequests, whatItShows } from './unfinished-page.ts'
import { openWindow } from './windows.ts'

/** For appliances that are here already, such as the demo. */
export type BrowserHost = Pick<RunningAppliance, 'appliance' | 'server' | 'logLines'>

export interface WatchedOptions extends BrowserContextOptions {
  /** For tests that let the page's own clock run, which a window that was used cannot do. */
  readonly isNew?: boolean
}

/** Met only where something is broken, however slow the machine is. */
const waitsMsMax = 120_000

/** Breaches of the policy are those that the appliance was told of. */
export function allTroubles(
  { logLines }: Pick<BrowserHost, 'logLines'>,
  troubles: readonly string[],
) {
  return [...troubles, ...logLines.filter((line) => line.includes('csp_violation'))]
}

export function watchBrowser(host: BrowserHost, browser: Browser) {
  const troubles: string[] = []
  const contexts: BrowserContext[] = []
  const watched: (readonly [page: Page, unanswered: Unanswered])[] = []
  const origin = `http://localhost:${host.server.port}`

  async function open({ isNew = false, ...options }: WatchedOptions = {}): Promise<Page> {
    // A page that reckons from today must not go by another day than its server, whose clock a test moves.
    const { clock } = host.appliance
    const page = await openWindow(browser, {
      context: withDefaults(options),
      isNew,
      fixedTime: clock === systemClock ? undefined : clock.now(),
      restPage: `${origin}/healthz`,
    })
    contexts.push(page.context())
    page.context().setDefaultTimeout(waitsMsMax)
    watch(page, origin, troubles)
    watched.push([page, watchRequests(page)])
    return page
  }

  return {
    browser,
    troubles,
    open,
    /** Closes what was opened. @throws Error where it does not close: all tests after this one would wait for it */
    leave: () =>
      within('the windows did not close', Promise.all(contexts.map((context) => context.close()))),
    /** What each page shows and waits for. */
    describe: () => Promise.all(watched.map(([page, unanswered]) => whatItShows(page, unanswered))),
    at: (path: string) => `${origin}/console${path}`,
    async openAs(role: Role, options: WatchedOptions = {}): Promise<Page> {
      const page = await open(options)
      const client = openConsole(host.server)
      await signInQuietly(host, client, role)
      await takeCookie(page, client, origin)
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
async function signInQuietly(host: BrowserHost, client: ConsoleClient, role: Role): Promise<void> {
  const email = `${role}@bank.example`
  const first = await client.signIn(email)
  if (first.status === 200) return
  await addUser(host.appliance, role)
  assert.equal((await client.signIn(email, goodPassword)).status, 200)
}

/** The page is signed in as the client is. */
export async function takeCookie(page: Page, client: ConsoleClient, origin: string): Promise<void> {
  const [name = '', value = ''] = client.cookie?.split('=') ?? []
  const cookie = { name, value, url: origin, httpOnly: true, sameSite: 'Strict' } as const
  await page.context().addCookies([cookie])
}
