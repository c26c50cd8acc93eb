// The rows of the console: bytes over the wire and requests of the first sign-in in a fresh browser, as Chromium
// counts them, from the first request to the landing page at rest.

import type { Page } from 'playwright'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { createUser } from '../../../server/users/manage-users.ts'
import { launchChromium, options } from '../../../test/console/browser.ts'
import { insideAppliance } from '../inside-appliance.ts'
import { type Product, startProduct } from '../load/product.ts'
import type { Measured, Row } from '../row.ts'

const visitor = {
  email: 'analyst@bank.example',
  name: 'The analyst',
  role: 'administrator',
  password: 'velvet-tractor-oblique-harmonica',
} as const

export const consoleRow: Row = {
  name: 'console',
  about: "the console's first sign-in in a fresh browser: bytes over the wire and requests",
  lines: [
    { label: 'console first sign-in', unit: 'KB', limit: { kind: 'figure', atMost: 220 } },
    { label: 'console requests', unit: '', limit: { kind: 'figure', atMost: 12 } },
  ],
  async measure() {
    const product = await startProduct({ settings: { SVC_SECOND_FACTOR_REQUIRED: 'no' } })
    try {
      await insideAppliance(product.env, (appliance) =>
        createUser(appliance, fromCommandLine, visitor),
      )
      return await visit(product)
    } finally {
      await product.stop()
    }
  },
}

async function visit({ url }: Product): Promise<readonly Measured[]> {
  if (options.skip !== false) {
    const why = options.skip
    return [
      { kind: 'not-run', why },
      { kind: 'not-run', why },
    ]
  }
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    const traffic = await countTraffic(page)
    await page.goto(`${url}/console/`)
    await page.locator('input[type=email], input[name=email]').first().fill(visitor.email)
    await page.locator('input[type=password]').first().fill(visitor.password)
    await page.locator('button[type=submit]').first().click()
    await page.locator('input[type=password]').waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    const { bytes, requests, paths } = traffic
    const toApi = paths().filter(({ path }) => path.startsWith('/console/api/')).length
    const details = [`largest: ${largest(paths)}`]
    return [
      { kind: 'figure', ours: bytes() / 1024, details },
      { kind: 'figure', ours: requests(), details: [`of which ${toApi} to the API`] },
    ]
  } finally {
    await browser.close()
  }
}

/** Counts the bytes that the network carried: compressed, heads included. */
async function countTraffic(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const paths = new Map<string, { path: string; bytes: number }>()
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.startsWith('data:') || response.fromDiskCache) return
    // The icon of the tab: only some versions of Chromium fetch it without a window.
    if (/\/mark-[\w-]+\.svg$/.test(response.url)) return
    paths.set(requestId, { path: new URL(response.url).pathname, bytes: 0 })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => paths.delete(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = paths.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  const all = () => [...paths.values()]
  return {
    bytes: () => all().reduce((sum, { bytes }) => sum + bytes, 0),
    requests: () => paths.size,
    paths: all,
  }
}

function largest(paths: () => readonly { readonly path: string; readonly bytes: number }[]) {
  return paths()
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, 5)
    .map(({ path, bytes }) => `${path.split('/').at(-1)} ${(bytes / 1024).toFixed(0)} KB`)
    .join(', ')
}
