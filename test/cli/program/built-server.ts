// The demo as people start it, with nothing in it yet: the built program in a process of its own.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { builtProgram, mainProgram } from '../../../server/kernel/built-files.js'
import type { Role } from '../../../server/users/role.ts'
import { type ConsoleClient, openConsole } from '../../support/console-client.ts'
import { claimed } from '../../support/images/specimens.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { launchSvc } from './launched-svc.ts'

export interface BuiltServer {
  /** Under which the console is opened. */
  readonly origin: string
  signIn(role: Role): Promise<ConsoleClient>
  /** Submits two images and waits for the result. */
  verify(): Promise<{ readonly id: string; readonly status: string; readonly score: unknown }>
  /** What another `svc` prints, which shares the folder with the server. */
  svc(...words: readonly string[]): Promise<string>
  stop(): ReturnType<typeof launchSvc>['ended']
  close(): Promise<void>
}

const specimens = fileURLToPath(new URL('../../../data/reference/specimens/', import.meta.url))

export async function openBuiltServer(): Promise<BuiltServer> {
  assert.equal(builtProgram(), mainProgram, 'run node scripts/prepare.js: the sources would run')
  const ends: (() => unknown)[] = []
  const lasting = {
    after: (end: unknown) => ends.push(end as () => unknown),
  } as unknown as TestContext
  const place = ['--demo', '--data-dir', tempFolder(lasting)]
  const running = launchSvc(lasting, ['serve', '--empty', '--port', '0', ...place])
  const banner = await running.printed(/Ctrl-C\./)
  const said = (pattern: RegExp) => pattern.exec(banner)?.[1] ?? assert.fail(banner)
  const origin = said(/^ {2}Console +(http:\/\/localhost:\d+)\//m)
  const svc = async (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const { status, out, err } = await launchSvc(lasting, words, env).ended
    assert.equal(status, 0, `${words.join(' ')}\n${out}${err}`)
    return out
  }
  return {
    origin,
    async signIn(role) {
      const password = said(new RegExp(`\\s${role}@demo\\.example +(\\S+)`))
      const client = openConsole({ url: origin })
      const { status, text } = await client.signIn(`${role}@demo.example`, password)
      assert.equal(status, 200, text)
      return client
    },
    async verify() {
      const [front, selfie] = ['senegal-id-front.jpg', 'selfie.jpg'].map((file) => specimens + file)
      const claims = Object.entries(claimed).flatMap(([name, value]) => [
        `--${name.replaceAll('_', '-')}`,
        value,
      ])
      const images = ['--front', String(front), '--selfie', String(selfie)]
      const words = ['verifications', 'submit', ...claims, ...images, '--score', '--json']
      const key = said(/^ {2}Live key +(\S+)/m)
      return JSON.parse(await svc([...words, '--url', origin], { SVC_API_KEY: key }))
    },
    svc: (...words) => svc([...words, ...place]),
    stop() {
      running.kill('SIGTERM')
      return running.ended
    },
    async close() {
      for (const end of ends.reverse()) await end()
    },
  }
}
