// The console in a real browser, before a real appliance. Whatever a page does that it should not fails the test
// that it happens in.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Browser, Page } from 'playwright'
import type { Role } from '../../server/users/role.ts'
import { type RunningAppliance, startAppliance } from '../support/running-appliance.ts'
import { within } from '../support/within.ts'
import { launchChromium } from './browser.ts'
import { lendPort, returnPort } from './console-port.ts'
import {
  allTroubles,
  type BrowserHost,
  type WatchedOptions,
  watchBrowser,
} from './watch-browser.ts'

export interface BrowserScene extends RunningAppliance {
  readonly browser: Browser
  /** A browser of somebody new, watched. */
  open(options?: WatchedOptions): Promise<Page>
  /** A browser in which a user of this role is signed in; the user is made where there is none. */
  openAs(role: Role, options?: WatchedOptions): Promise<Page>
  /** The address of a page of the console, by name: passkeys need one. */
  at(path: string): string
  /** What pages did so far that they should not. */
  readonly troubles: readonly string[]
  /** Closes what was opened, so that the next test can use its windows. */
  leave(): Promise<unknown>
  /** For tests that make trouble on purpose: none of it fails them. */
  forgive(): void
}

export async function openBrowserScene(
  t: HasEnd,
  settings: Readonly<Record<string, string>> = {},
): Promise<BrowserScene> {
  const app = await startAppliance({
    settings: { ...(await lendPort()), ...settings },
    withoutProvider: true,
  })
  return { ...app, ...(await standBefore(t, app)) }
}

/** A test, or several that share a scene. */
export interface HasEnd {
  after(end: () => Promise<void>): void
  /** Of one test: whether it passed. */
  readonly passed?: boolean
  /** Of one test: adds a line to its report. */
  diagnostic?(message: string): void
}

/** Opens browsers before an appliance, which is closed after them. */
export async function standBefore(t: HasEnd, app: BrowserHost & Pick<RunningAppliance, 'close'>) {
  const scene = watchBrowser(app, await openSharedBrowser())
  let isForgiven = false
  t.after(async () => {
    const describe = async () => [...(await scene.describe()), ...allTroubles(app, scene.troubles)]
    if (t.passed === false) for (const one of await describe()) t.diagnostic?.(one)
    // The runner passes over an error of this function where the test failed before.
    const tell = (error: unknown) => t.diagnostic?.(String(error))
    // The pages first: they would complain of an appliance that is gone.
    const leaving = scene.leave().catch((error: unknown) => {
      tell(error)
      forgetBrowser(scene.browser)
      throw error
    })
    await leaving.catch(() => {})
    const closing = within('the appliance did not close', app.close())
    await closing.catch(tell)
    returnPort(app.server.port)
    await Promise.all([leaving, closing])
    assert.deepEqual(isForgiven ? [] : allTroubles(app, scene.troubles), [])
  })
  const forgive = () => {
    isForgiven = true
  }
  return { ...scene, forgive }
}

let shared: Promise<Browser> | undefined

/** One for all tests of a run: each has contexts of its own, and starting it takes longer than most of them. */
function openSharedBrowser(): Promise<Browser> {
  shared ??= launchChromium()
  return shared
}

/** The next test starts another. One that hangs may never close. */
function forgetBrowser(browser: Browser): void {
  shared = undefined
  browser.close().catch(() => {})
}

after(async () => (await shared)?.close())
