// Long: copies the packages of production and starts a server from them.
//
// What `npm ci --omit=dev` leaves is enough: a folder with the product, the built console and only the
// packages that the lockfile does not mark as development's serves console and API.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { awaTeranga } from '../../support/person.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const product = ['cli', 'server', 'console/dist', 'data/reference', 'package.json']

/** Folders of the packages that an installation without development has, the Node that npm brings aside. */
function productionPackages(): readonly string[] {
  const lock = z.object({
    packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })),
  })
  const text = readFileSync(join(repository, 'package-lock.json'), 'utf8')
  return Object.entries(lock.parse(JSON.parse(text)).packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(repository, path)))
    .map(([path]) => path)
    .filter((path) => !path.startsWith('node_modules/node-linux-'))
}

test('the packages of production serve the demo, console and API', async (t) => {
  const folder = tempFolder(t)
  for (const path of product) {
    cpSync(join(repository, path), join(folder, path), { recursive: true })
  }
  for (const path of productionPackages()) {
    const isNested = (from: string) =>
      !from.slice(join(repository, path).length).includes('/node_modules')
    cpSync(join(repository, path), join(folder, path), { recursive: true, filter: isNested })
  }
  for (const builder of ['vite', 'typescript', 'react', 'playwright']) {
    assert.ok(!existsSync(join(folder, 'node_modules', builder)), builder)
  }

  const args = ['serve', '--demo', '--empty', '--port', '0', '--data-dir', join(folder, 'var')]
  const child = spawn(process.execPath, [join(folder, 'cli/svc.js'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  t.after(async () => {
    child.kill('SIGTERM')
    await closed
  })
  const said: string[] = []
  for await (const line of createInterface(child.stdout)) {
    said.push(line)
    if (line.includes('Ctrl-C.')) break
  }
  child.stdout.resume()
  const after = (label: string) =>
    new RegExp(`^ {2}${label} +(\\S+)`, 'm').exec(said.join('\n'))?.[1] ?? ''

  const page = await fetch(`${after('Console')}/`)
  const html = await page.text()
  assert.equal(page.status, 200)
  const script = /assets\/[^"]+\.js/.exec(html)?.[0]
  assert.ok(script, html)
  const built = await fetch(`${after('Console')}/${script}`)
  assert.equal(built.status, 200)
  assert.match(built.headers.get('content-type') ?? '', /javascript/)
  assert.match(await built.text(), /import/)

  const answer = await fetch(`${after('Base URL')}/kyc/sandbox/verify`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${after('Sandbox key')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(awaTeranga),
  })
  assert.equal(answer.status, 200)
})
