// What only a real process, a real pipe and a real signal can show.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { serveHttp } from '../../support/servers/serve-http.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { launcher, launchShell, launchSvc } from './launched-svc.ts'

const svc = `'${process.execPath}' '${launcher}'`

describe('svc in a pipe', () => {
  test('writes no colour, and ends quietly when its reader has seen enough', async (t) => {
    const line = `set -o pipefail; ${svc} config reference | head -n 40`
    const { status, out, err } = await launchShell(t, line).ended
    assert.deepEqual([status, out.split('\n')[0], err], [0, 'SVC_CONFIG', ''])
    // A terminal shows names in bold and the rest dimmed.
    assert.ok(!out.includes('\x1b'))
  })

  test('says in one line that a full disk does not take its data, and goes by the status', async (t) => {
    const { status, err } = await launchShell(t, `${svc} config reference > /dev/full`).ended
    assert.match(err, /^error: Standard output cannot be written: ENOSPC.*Make room.*\n$/)
    assert.equal(status, 1)
  })

  test('keeps data and errors apart', async (t) => {
    const { status, out, err } = await launchSvc(t, ['keys', 'list', '--json', '--config', '/no'])
      .ended
    assert.deepEqual([status, out], [2, ''])
    assert.equal(JSON.parse(err).error.code, 'invalid_configuration')
  })
})

describe('Ctrl-C', () => {
  test('ends a command that waits for a server, with status 130', async (t) => {
    const folder = tempFolder(t)
    const image = join(folder, 'picture.jpg')
    writeFileSync(image, 'any bytes')
    writeFileSync(join(folder, 'svc.conf'), '')
    const asked = Promise.withResolvers<void>()
    const url = await serveHttp(t, (request) => {
      request.resume()
      asked.resolve()
    })
    const images = ['--front', image, '--selfie', image]
    const args = ['verifications', 'submit', '--country', 'SN', '--id-type', 'passport']
    const waiting = launchSvc(t, [...args, ...images, '--url', url], {
      SVC_API_KEY: 'svc_live_any',
      SVC_CONFIG: join(folder, 'svc.conf'),
    })
    await asked.promise
    waiting.kill('SIGINT')
    const { status, out, err } = await waiting.ended
    assert.deepEqual([status, out], [130, ''])
    assert.match(err, /Interrupted\. To try again without submitting twice: --idempotency-key/)
  })
})

describe('the time to start', () => {
  test('of svc version is spent on nothing that it does not need', async (t) => {
    const env = { NODE_DEBUG: 'esm' }
    const { err } = await launchSvc(t, ['version'], env).ended
    // The built program names each module above its text.
    const built = [...new Set(err.match(/cli\/dist\/[\w.-]+\.js/g))]
    const loaded = [err, ...built.map((file) => readFileSync(file, 'utf8'))].join('\n')
    for (const heavy of ['kysely', 'koa', 'zod', 'undici', 'sharp', 'pino', 'better-sqlite3']) {
      assert.ok(!loaded.includes(`node_modules/${heavy}/`), heavy)
    }
    assert.ok(loaded.includes('node_modules/commander/'))
  })
})
