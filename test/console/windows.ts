// Browser windows that the tests of a process hand on to each other. Most of what a test in a browser costs is the
// start of the window's process and the compilation of the console in it; a window that was used before has both.
// It is handed on without cookies, storage, routes, listeners and history, and on a page without scripts.

import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
  Page,
} from 'playwright'
import { stopClock } from './stop-clock.ts'

interface WindowOptions {
  readonly context: BrowserContextOptions
  /** The time that the pages' clock stands at; undefined for the machine's time. */
  readonly fixedTime: number | undefined
  /** Whether only a new window will do. */
  readonly isNew: boolean
  /** Page of the console's host that runs no script. */
  readonly restPage: string
}

interface Window {
  readonly context: BrowserContext
  readonly page: Page
  readonly devtools: CDPSession
  /** Windows with the same key can stand in for each other. */
  readonly key: string
  /** Closes the window for good. */
  readonly close: () => Promise<void>
  /** Stops the clock of its pages until it is disposed of. */
  readonly stopClock: (timeMs: number) => Promise<Disposable>
  stoppedClock: Disposable | undefined
  /** Whether a test changed what cannot be undone. */
  isSpent: boolean
}

/** Windows kept for each set of options. A test rarely opens more. */
const idleMax = 3
/** A window that takes longer is closed. */
const restMsMax = 10_000

const pageEvents = [
  'close',
  'console',
  'crash',
  'dialog',
  'download',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const

const idleWindows = new WeakMap<Browser, Map<string, Window[]>>()

/** Returns a window's page as a new window would have it. Closing its context hands the window on. */
export async function openWindow(browser: Browser, options: WindowOptions): Promise<Page> {
  // What a window can change is not part of the key. Origins are, because a process compiles the scripts of each of
  // them again.
  const { viewport: _v, colorScheme: _c, reducedMotion: _r, ...fixed } = options.context
  const key = JSON.stringify([
    fixed,
    options.fixedTime === undefined,
    new URL(options.restPage).origin,
  ])
  const idle = options.isNew ? undefined : takeIdle(browser, key)
  const window = idle ?? (await newWindow(browser, options, key))
  if (idle !== undefined) await show(idle.page, options.context)
  if (options.fixedTime !== undefined) await fixTime(window, options.fixedTime, options.isNew)
  let closing: Promise<void> | undefined
  window.context.close = () => {
    closing ??= handOn(browser, window, options)
    return closing
  }
  return window.page
}

/** Playwright's own clock stands in for every timer of a page, too, so only a test that moves it has it. */
async function fixTime(window: Window, timeMs: number, isNew: boolean): Promise<void> {
  if (isNew) await window.context.clock.setFixedTime(timeMs)
  else window.stoppedClock = await window.stopClock(timeMs)
}

function takeIdle(browser: Browser, key: string): Window | undefined {
  return idleWindows.get(browser)?.get(key)?.pop()
}

async function newWindow(browser: Browser, options: WindowOptions, key: string): Promise<Window> {
  const context = await browser.newContext(options.context)
  const close = context.close.bind(context)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const addInitScript = context.addInitScript.bind(context)
  const window: Window = {
    ...{ context, page, devtools, key, close, stoppedClock: undefined, isSpent: false },
    stopClock: (timeMs) => addInitScript(stopClock, timeMs),
  }
  const isSpentBy = <Name extends string>(owner: Record<Name, unknown>, ...names: Name[]) => {
    for (const name of names) {
      const method = owner[name] as (...args: unknown[]) => unknown
      owner[name] = ((...args: unknown[]) => {
        window.isSpent = true
        return method.apply(owner, args)
      }) as never
    }
  }
  isSpentBy(context, 'addInitScript', 'exposeBinding', 'exposeFunction', 'newCDPSession')
  isSpentBy(page, 'addInitScript', 'exposeBinding', 'exposeFunction')
  isSpentBy(context.clock, 'install', 'pauseAt', 'setFixedTime', 'setSystemTime')
  return window
}

/** Closes a window that cannot be reset. */
async function handOn(browser: Browser, window: Window, options: WindowOptions): Promise<void> {
  const byKey = idleWindows.get(browser) ?? new Map<string, Window[]>()
  idleWindows.set(browser, byKey)
  const idle = byKey.get(window.key) ?? []
  byKey.set(window.key, idle)
  const isUseless = window.isSpent || window.page.isClosed()
  const isReset = !isUseless && idle.length < idleMax && (await reset(window, options))
  if (isReset && idle.length < idleMax) idle.push(window)
  else await window.close()
}

/** Returns false if the window does not answer, as one that crashed or lost its server. */
async function reset(window: Window, { restPage }: WindowOptions) {
  const { context, page, devtools } = window
  for (const event of pageEvents) page.removeAllListeners(event)
  // A page that would lose what was typed asks before it goes.
  page.on('dialog', (dialog) => dialog.accept().catch(() => undefined))
  try {
    await Promise.all(context.pages().map((one) => (one === page ? undefined : one.close())))
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await window.stoppedClock?.dispose()
    window.stoppedClock = undefined
    await page.goto(restPage, { timeout: restMsMax })
    page.removeAllListeners('dialog')
    await context.clearCookies()
    await context.clearPermissions()
    await page.evaluate('localStorage.clear(); sessionStorage.clear()')
    await page.mouse.move(0, 0)
    await devtools.send('Page.resetNavigationHistory')
    return true
  } catch {
    return false
  }
}

/** As a new window would show its pages. */
async function show(page: Page, asked: BrowserContextOptions): Promise<void> {
  await page.emulateMedia({
    media: null,
    colorScheme: asked.colorScheme ?? null,
    reducedMotion: asked.reducedMotion ?? null,
    forcedColors: null,
    contrast: null,
  })
  if (asked.viewport) await page.setViewportSize(asked.viewport)
}
