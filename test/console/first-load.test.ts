import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { consoleFolder } from '../../server/http/console/console-files.ts'
import { addUser, goodPassword } from '../support/console-client.ts'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { openBrowserScene } from './scene.ts'
import { isQuiet } from './walk.ts'

/** Of the sign-in's page with an empty cache, headers and answers of the API included. */
const signInBytesMax = 207_000
/** Of that page and the first page after it, with what the sign-in itself sends. */
const bytesMax = 220_000
const requestsMax = 12
/** The icon of the tab (under 1 KB), which some versions of Chromium fetch without a window, and others do not. */
const tabIcon = /\/mark-[\w-]+\.svg$/

interface Sent {
  readonly url: string
  bytes: number
  isFromCache: boolean
}

interface Wire {
  /** Returns what was sent since the last call. */
  take(): { readonly requests: number; readonly bytes: number; readonly urls: readonly string[] }
}

/** Counts what crosses the wire, as Chromium does. */
async function watchWire(page: Page): Promise<Wire> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const sent = new Map<string, Sent>()
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (tabIcon.test(request.url)) return
    sent.set(requestId, { url: request.url, bytes: 0, isFromCache: false })
  })
  devtools.on('Network.requestServedFromCache', ({ requestId }) => {
    const one = sent.get(requestId)
    if (one) one.isFromCache = true
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = sent.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  return {
    take() {
      const new_ = [...sent.values()].filter(({ isFromCache }) => !isFromCache)
      sent.clear()
      return {
        requests: new_.length,
        bytes: new_.reduce((sum, { bytes }) => sum + bytes, 0),
        urls: new_.map(({ url, bytes }) => `${bytes} ${url}`),
      }
    },
  }
}

describe('the first sign-in', () => {
  for (const locale of ['en-GB', 'fr-SN']) {
    test(
      `in ${locale} sends 220 KB in 12 requests at most, the first page included`,
      options,
      async (t) => {
        const scene = await openBrowserScene(t)
        await addUser(scene.appliance, 'administrator')
        const page = await scene.open({ isNew: true, locale })
        const wire = await watchWire(page)
        await page.goto(scene.at('/sign-in'))
        await page.locator('input[type=password]').waitFor()
        await page.waitForLoadState('networkidle')
        const signIn = wire.take()
        assert.ok(signIn.requests > 5, signIn.urls.join('\n'))
        assert.ok(signIn.bytes > 100_000 && signIn.bytes <= signInBytesMax, signIn.urls.join('\n'))

        await page.locator('input[type=email]').fill('administrator@bank.example')
        await page.locator('input[type=password]').fill(goodPassword)
        await page.keyboard.press('Enter')
        await page.getByRole('navigation').first().waitFor()
        await isQuiet(page)
        await page.waitForLoadState('networkidle')
        const landing = wire.take()
        const urls = [...signIn.urls, ...landing.urls].join('\n')
        assert.ok(landing.bytes > 5_000 && signIn.bytes + landing.bytes <= bytesMax, urls)
        assert.ok(signIn.requests + landing.requests <= requestsMax, urls)
      },
    )
  }

  test('opens a menu that was not loaded with it, by keyboard and back', options, async (t) => {
    const scene = await openBrowserScene(t)
    const page = await scene.open()
    await page.goto(scene.at('/sign-in'))
    const button = page.getByRole('button', { name: en('frame.language') })
    await button.press('Enter')
    const french = page.getByRole('menuitemradio', { name: 'Français' })
    await french.waitFor()
    await page.keyboard.press('Escape')
    await french.waitFor({ state: 'detached' })
    await button.and(page.locator(':focus')).waitFor()
    await button.press('Enter')
    await french.click()
    await page.locator('html[lang=fr]').waitFor()
  })
})

describe('the built console', () => {
  const read = (file: string) => readFileSync(join(consoleFolder, 'assets', file), 'utf8')
  const built = (pattern: string) => globSync(pattern, { cwd: join(consoleFolder, 'assets') })

  test('marks with the nonce what the page itself holds, and no file', () => {
    const page = readFileSync(join(consoleFolder, 'index.html'), 'utf8')
    const marked = [...page.matchAll(/<[^!>]*nonce="__SVC_NONCE__"[^>]*>/g)].map(([tag]) => tag)
    assert.equal(marked.filter((tag) => tag.startsWith('<script')).length, 1)
    assert.deepEqual(
      marked.filter((tag) => / (?:src|href)=/.test(tag)),
      [],
    )
    assert.match(page, /<script type="module"[^>]* src=/)
  })

  test('has calendars only in the pages that need them', () => {
    const first = built('{index,overview}-*.js')
    assert.equal(first.length, 2)
    for (const file of first) assert.doesNotMatch(read(file), /mantine-DatePicker/, file)
  })

  test('has the style of every component of the library that it draws', () => {
    const library = fileURLToPath(import.meta.resolve('@mantine/core/styles.css'))
    const classesOf = (text: string) => new Set(text.match(/\bm_[0-9a-f]{4,}\b/g))
    const styled = classesOf(built('*.css').map(read).join('\n'))
    const known = classesOf(readFileSync(library, 'utf8'))
    const drawn = classesOf(built('*.js').map(read).join('\n'))
    const missing = [...drawn].filter((name) => known.has(name) && !styled.has(name))
    assert.ok(drawn.size > 100)
    assert.deepEqual(missing, [])
  })
})
