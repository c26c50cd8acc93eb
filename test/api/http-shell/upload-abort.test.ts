// Slow: sends tens of megabytes.
// SQLite only: about HTTP, over a file of its own.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bodyOf, call, dial, form, hear, hearAnswer, sayRaw } from './client.ts'
import { formHead, startUploadShell } from './upload-shell.ts'

const mebibyte = 1024 * 1024
const opening = (name: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n`

describe('an upload that does not end well', () => {
  test('leaves nothing behind when the client leaves in the middle of the second file', async (t) => {
    const shell = await startUploadShell()
    t.after(() => shell.close())
    const { sinks } = shell
    const socket = await dial(shell.port)
    const bothAborted = new Promise<void>((resolve) => {
      sinks.behaviour = {
        async onWrite({ field }) {
          if (field === 'selfie_image') socket.resetAndDestroy()
        },
        onAbort() {
          if (sinks.all.every(({ state }) => state === 'aborted')) resolve()
        },
      }
    })
    socket.write(formHead(shell, 'Content-Length: 10000'))
    socket.write(`${opening('front_image')}x\r\n${opening('selfie_image')}${'x'.repeat(100)}`)
    await bothAborted
    assert.deepEqual(sinks.ends(), ['front_image aborted', 'selfie_image aborted'])
    await call(`${shell.url}/v1/nothing`)
    const [line] = shell.logged
    assert.deepEqual([line?.event, line?.outcome], ['request', 'client_gone'])
    assert.ok(!shell.logged.some(({ level }) => level === 'error'))
  })

  test('leaves nothing behind when the client stops sending', async (t) => {
    const shell = await startUploadShell({ isRealTime: true, config: { bodyTimeoutMs: 150 } })
    t.after(() => shell.close())
    const answer = await sayRaw(
      shell.port,
      formHead(shell, 'Content-Length: 10000'),
      `${opening('front_image')}xxx`,
    )
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.match(String(bodyOf(answer).error?.message), /did not arrive within/)
    assert.deepEqual(shell.sinks.ends(), ['front_image aborted'])
  })

  for (const moment of ['onWrite', 'onFinish'] as const) {
    test(`is our failure when a sink fails (${moment}), and takes the other file back`, async (t) => {
      const shell = await startUploadShell()
      t.after(() => shell.close())
      shell.sinks.behaviour = {
        async [moment](sink: { readonly field: string }) {
          if (sink.field === 'selfie_image') throw new Error('disk full')
        },
      }
      const large = Buffer.alloc(mebibyte)
      const body = form({}, { front_image: large, selfie_image: large, other: large })
      const reply = await call(shell.uploadUrl, { key: shell.key, body })
      assert.deepEqual([reply.status, reply.json.error?.code], [500, 'internal_error'])
      assert.deepEqual(shell.sinks.ends(), ['front_image aborted', 'selfie_image aborted'])
      assert.equal(shell.logged.filter(({ event }) => event === 'request_failed').length, 1)
    })
  }

  test('leaves the connection fit for the next request when the rest is small', async (t) => {
    const shell = await startUploadShell()
    t.after(() => shell.close())
    shell.sinks.behaviour = {
      async onWrite() {
        throw new Error('disk full')
      },
    }
    const socket = await dial(shell.port)
    t.after(() => socket.destroy())
    const sent = `${opening('front_image')}${'x'.repeat(20_000)}`
    socket.write(`${formHead(shell, 'Content-Length: 50000')}${sent}`)
    assert.match(await hearAnswer(socket), /^HTTP\/1\.1 500 .*\r\nConnection: keep-alive\r\n/s)
    socket.write('x'.repeat(50_000 - sent.length))
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    assert.match(await hear(socket, '"ok"'), /^HTTP\/1\.1 200 /)
  })

  test('slows the client down instead of filling memory when a sink is slow', async (t) => {
    const shell = await startUploadShell()
    t.after(() => shell.close())
    const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    shell.sinks.behaviour = {
      onWrite() {
        begun()
        return released
      },
    }
    const whole = Buffer.concat([
      Buffer.from(opening('front_image')),
      Buffer.alloc(9 * mebibyte),
      Buffer.from(`\r\n${opening('other')}`),
      Buffer.alloc(20 * mebibyte),
      Buffer.from('\r\n--b--\r\n'),
    ])
    const socket = await dial(shell.port)
    t.after(() => socket.destroy())
    const answer = hearAnswer(socket)
    let isAllSent = false
    socket.write(formHead(shell, `Content-Length: ${whole.length}`))
    socket.write(whole, () => {
      isAllSent = true
    })
    await hasBegun
    for (let count = 0; count < 20; count += 1) await call(`${shell.url}/healthz`)
    assert.equal(isAllSent, false)
    release()
    assert.match(await answer, /^HTTP\/1\.1 200 /)
    assert.equal(isAllSent, true)
  })
})
