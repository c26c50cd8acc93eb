// An appliance whose users sign in with a directory, and browsers that go there and come back.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../scripts/bench/free-port.ts'
import type { AuditAction } from '../../../server/audit/audit.ts'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { inTransaction, type Trx } from '../../../server/db/transaction.ts'
import type { ApiAnswer } from '../api-client.ts'
import { ManualClock } from '../manual-clock.ts'
import { type RunningAppliance, startAppliance } from '../running-appliance.ts'
import { startDirectory, type TestDirectory, type TestPerson } from '../servers/directory-server.ts'

export interface DirectoryScene extends RunningAppliance {
  readonly directory: TestDirectory
  /** The address of the console that the directory sends browsers back to. */
  readonly redirectUri: string
  open(): Traveller
  /** The latest entries with this action, newest first. */
  /** Undoes what the last test did to the directory. */
  reset(): void
  /** The reason in the last log line about a failed sign-in. */
  lastReason(): string | undefined
  write(work: (trx: Trx) => Promise<unknown>): Promise<unknown>
  /** Every byte of the database's files. */
  storedBytes(): string
  outboundPurposes(): Promise<readonly string[]>
  audited(action: AuditAction): Promise<Awaited<ReturnType<typeof listAuditEntries>>>
}

/** A browser without scripts: it keeps the cookies of the console and of the directory apart. */
interface Traveller {
  /** Cookies of the console by name. */
  readonly cookies: Map<string, string>
  csrf: string
  ask(method: string, path: string, json?: unknown): Promise<ApiAnswer>
  /** Begins at the console; resolves with the address of the directory. */
  begin(path?: string, json?: unknown): Promise<URL>
  /** Goes to the directory; resolves with the address of the console that it sends the browser back to. */
  visit(address: URL): Promise<URL>
  complete(back: URL, path?: string): Promise<ApiAnswer>
  /** Signs out at the directory, on its own page. */
  leaveDirectory(issuer: string): Promise<void>
  /** Ends the session at the directory, so that another person can sign in there. */
  forgetDirectory(): void
  /** Begins, visits and completes. */
  signIn(invitation?: string): Promise<ApiAnswer>
}

export async function startDirectoryScene(
  settings: Readonly<Record<string, string>> = {},
  moreSettings: (directory: TestDirectory) => Readonly<Record<string, string>> = () => ({}),
): Promise<DirectoryScene> {
  const port = settings.SVC_PORT ?? String(await freePort())
  const origin = settings.SVC_PUBLIC_URL ?? `http://127.0.0.1:${port}`
  const redirectUri = `${origin}/console/sign-in/directory`
  const clock = new ManualClock(Date.now())
  const directory = await startDirectory({
    stoodAtMs: clock.now(),
    redirectUris: [redirectUri],
    signOutUris: [`${origin}/console/sign-in`],
    logoutUri: `${origin}/v1/callbacks/directory/logout`,
  })
  const app = await startAppliance({
    clock,
    withoutProvider: true,
    settings: {
      SVC_PORT: port,
      SVC_OIDC_CREATE_USERS: 'yes',
      SVC_OIDC_AMR_VALUES: 'mfa',
      SVC_SECOND_FACTOR_REQUIRED: 'yes',
      ...directory.settings,
      ...settings,
      ...moreSettings(directory),
    },
  })
  const close = async () => {
    await app.close()
    await directory.close()
  }
  const audited = (action: AuditAction) =>
    listAuditEntries(app.appliance.db.reader, { action }, { limit: 50, after: undefined })
  return {
    ...app,
    close,
    directory,
    redirectUri,
    audited,
    open: () => openTraveller(origin),
    reset() {
      directory.forge = undefined
      directory.isDown = false
    },
    lastReason() {
      const line = app.logLines.findLast((text) => text.includes('"directory_sign_in_failed"'))
      return line === undefined ? undefined : (JSON.parse(line) as { reason: string }).reason
    },
    write: (work) => inTransaction(app.appliance.db, work),
    storedBytes() {
      const { dataDir } = app.appliance.config
      const files = readdirSync(dataDir).filter((name) => name.startsWith('svc.db'))
      return files.map((name) => readFileSync(join(dataDir, name), 'latin1')).join('')
    },
    async outboundPurposes() {
      const { reader } = app.appliance.db
      const rows = await reader.selectFrom('outbound_calls').select('purpose').execute()
      return rows.map(({ purpose }) => purpose)
    },
  }
}

/** Somebody with these groups, who showed two factors. */
export function personOf(name: string, groups: readonly string[]): TestPerson {
  const claims = { email: `${name}@bank.example`, name: `The ${name}`, groups }
  return { subject: `sub-${name}`, claims, amr: ['pwd', 'mfa'] }
}

/** The code that the console translates. */
export function refusalOf({ error }: ApiAnswer): string | undefined {
  return error.details?.[0]?.code
}

function openTraveller(origin: string): Traveller {
  const cookies = new Map<string, string>()
  const atDirectory = new Map<string, string>()
  const traveller: Traveller = {
    cookies,
    csrf: '',
    async ask(method, path, json) {
      const response = await fetch(`${origin}/console/api${path}`, {
        method,
        headers: {
          'Sec-Fetch-Site': 'same-origin',
          Cookie: headerOf(cookies),
          ...(traveller.csrf === '' ? {} : { 'svc-csrf': traveller.csrf }),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      })
      keep(cookies, response)
      const text = await response.text()
      const { data = {}, error = { code: '', message: '', request_id: '' } } =
        text === '' ? {} : (JSON.parse(text) as Partial<ApiAnswer>)
      if (typeof data.csrf_token === 'string') traveller.csrf = data.csrf_token
      return { status: response.status, headers: response.headers, text, data, error }
    },
    async begin(path = '/sign-in/directory', json = {}) {
      const answer = await traveller.ask('POST', path, json)
      assert.equal(answer.status, 200, answer.text)
      return new URL(String(answer.data.url))
    },
    async visit(address) {
      let next = address
      for (let steps = 0; steps < 10; steps += 1) {
        const response = await fetch(next, {
          redirect: 'manual',
          headers: { Cookie: headerOf(atDirectory) },
        })
        keep(atDirectory, response)
        const location = response.headers.get('Location')
        assert.ok(location, `${next.pathname} answers ${response.status} ${await response.text()}`)
        next = new URL(location, next)
        if (next.origin === origin) return next
      }
      throw new Error('the directory never sends the browser back')
    },
    complete: (back, path = '/sign-in/directory/complete') =>
      traveller.ask('POST', path, { query: back.search }),
    async leaveDirectory(issuer) {
      const page = await fetch(`${issuer}/session/end`, {
        headers: { Cookie: headerOf(atDirectory) },
      })
      keep(atDirectory, page)
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(await page.text()) ?? []
      const response = await fetch(`${issuer}/session/end/confirm`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: headerOf(atDirectory) },
        body: new URLSearchParams({ xsrf, logout: 'yes' }),
      })
      assert.ok(response.status < 400, `the directory answers ${response.status}`)
    },
    forgetDirectory: () => atDirectory.clear(),
    async signIn(invitation) {
      const json = invitation === undefined ? {} : { invitation }
      return traveller.complete(await traveller.visit(await traveller.begin(undefined, json)))
    },
  }
  return traveller
}

function headerOf(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

function keep(cookies: Map<string, string>, response: Response): void {
  for (const set of response.headers.getSetCookie()) {
    const [pair = ''] = set.split(';')
    const at = pair.indexOf('=')
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(set)) cookies.delete(pair.slice(0, at))
    else cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}
