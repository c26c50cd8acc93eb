// A window before the demo's data, as a member of staff has it: optimised scripts, unlike in tests.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import type { Role } from '../../server/users/role.ts'
import { takeCookie } from '../../test/console/watch-browser.ts'
import type { ConsoleClient } from '../../test/support/console-client.ts'
import { findChromium } from '../chromium.ts'
import { openDemoHost, signedIn } from '../screenshots/demo-host.ts'

/** Met only on a machine that other work holds up. */
const waitsMsMax = 120_000

export interface Trial {
  readonly page: Page
  readonly client: ConsoleClient
  /** Address of a path below /console. */
  at(path: string): string
}

/**
 * Seeds a demo, signs a user of this role in, and hands their window over; closes all of it at the end. A folder that
 * the command line names is kept for the next trial.
 */
export async function tryOut(role: Role, work: (trial: Trial) => Promise<void>): Promise<void> {
  const kept = process.argv[2]
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'svc-trial-'))
  mkdirSync(folder, { recursive: true })
  const host = await openDemoHost(folder)
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const origin = `http://localhost:${host.server.port}`
    const client = await signedIn(host, role)
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    page.setDefaultTimeout(waitsMsMax)
    await takeCookie(page, client, origin)
    await work({ page, client, at: (path) => `${origin}/console${path}` })
  } finally {
    await browser.close()
    await host.server.stop()
    if (kept === undefined) rmSync(folder, { recursive: true })
  }
}
