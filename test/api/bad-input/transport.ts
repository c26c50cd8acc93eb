// Requests whose bodies break off, are too large or too slow. Heads that are broken as HTTP are in
// http-shell/broken-http.test.ts.

import { dial, hear, hearAnswer } from '../http-shell/client.ts'
import { parts } from '../http-shell/upload-shell.ts'
import type { BadCase } from './bad-case.ts'
import { bearer, goodJson, goodParts, head, raw, type Send, toReply } from './requests.ts'
import { eventually, type Scene } from './scene.ts'

const invalid = '400 invalid_request'
const tooLarge = '413 payload_too_large'
const mebibyte = 1024 * 1024
const isJson = 'Content-Type: application/json'
const isForm = 'Content-Type: multipart/form-data; boundary=b'

const sandboxHead = (scene: Scene, ...lines: readonly string[]) =>
  head('POST /v1/kyc/sandbox/verify', bearer(scene, 'sandbox'), isJson, ...lines)
const liveHead = (scene: Scene, ...lines: readonly string[]) =>
  head('POST /v1/kyc/verify', bearer(scene, 'live'), isForm, ...lines)
const chunk = (bytes: Buffer) => [`${bytes.length.toString(16)}\r\n`, bytes, '\r\n'] as const

const beginningOfForm = (scene: Scene) => parts(...goodParts(scene)).subarray(0, 5_000)

/** Says what it is about to send, is told to go on, sends a part of it, and lets the time pass. */
const slowly =
  (
    headOf: (scene: Scene) => string,
    beginning: (scene: Scene) => string | Buffer,
    filesBegun: number,
  ): Send =>
  async (scene) => {
    const filesOf = () => scene.files().length
    const filesBefore = filesOf()
    const socket = await dial(scene.app.server.port)
    try {
      socket.write(headOf(scene))
      await hear(socket, '100 Continue\r\n\r\n')
      const answer = hearAnswer(socket)
      socket.write(beginning(scene))
      await eventually(scene, () => filesOf() === filesBefore + filesBegun)
      scene.app.clock.advance(scene.app.appliance.config.bodyTimeoutMs)
      return toReply(await answer)
    } finally {
      socket.destroy()
    }
  }

/**
 * A connection that breaks in the middle of a body is answered before the request that it carried has
 * been cleared away; that is over when its line is in the log.
 */
const brokenOff =
  (send: Send): Send =>
  async (scene) => {
    const linesBefore = scene.app.logLines.length
    const reply = await send(scene)
    const linesSince = () => scene.app.logLines.slice(linesBefore)
    await eventually(scene, () => linesSince().some((line) => line.includes('"route"')))
    return reply
  }

/** Sends it all, says that no more is coming, and still listens. */
const thenNoMore = (pieces: (scene: Scene) => readonly (string | Buffer)[]): Send =>
  brokenOff(async (scene) => {
    const socket = await dial(scene.app.server.port)
    try {
      const answer = hearAnswer(socket)
      for (const piece of pieces(scene)) socket.write(piece)
      socket.end()
      return toReply(await answer)
    } finally {
      socket.destroy()
    }
  })

export const transport: readonly BadCase[] = [
  [
    'a chunk that is none',
    brokenOff(raw((scene) => [sandboxHead(scene, 'Transfer-Encoding: chunked'), 'xyz\r\n'])),
    invalid,
  ],
  [
    'a length that is less than what comes',
    raw((scene) => [sandboxHead(scene, 'Content-Length: 30'), goodJson]),
    invalid,
  ],
  [
    'a length that is more than what comes',
    thenNoMore((scene) => [sandboxHead(scene, 'Content-Length: 5000'), goodJson]),
    invalid,
  ],
  [
    'a form whose length is less than what comes',
    raw((scene) => [liveHead(scene, 'Content-Length: 4000'), beginningOfForm(scene)]),
    invalid,
  ],
  [
    'a form whose length is more than what comes',
    thenNoMore((scene) => [liveHead(scene, 'Content-Length: 90000'), beginningOfForm(scene)]),
    invalid,
  ],
  [
    'a form that breaks off in a chunk',
    brokenOff(
      raw((scene) => [
        liveHead(scene, 'Transfer-Encoding: chunked'),
        ...chunk(beginningOfForm(scene)),
        'no length\r\n',
      ]),
    ),
    invalid,
  ],
  [
    'JSON that does not arrive in time',
    slowly(
      (scene) => sandboxHead(scene, 'Content-Length: 5000', 'Expect: 100-continue'),
      () => goodJson,
      0,
    ),
    invalid,
  ],
  [
    'a form that does not arrive in time',
    slowly(
      (scene) => liveHead(scene, 'Content-Length: 90000', 'Expect: 100-continue'),
      beginningOfForm,
      1,
    ),
    invalid,
  ],
  [
    'JSON of 1 MB, by its length alone',
    raw((scene) => [sandboxHead(scene, `Content-Length: ${mebibyte}`)]),
    tooLarge,
  ],
  [
    'JSON of 1 MB that does not say its length',
    raw((scene) => [
      sandboxHead(scene, 'Transfer-Encoding: chunked'),
      ...chunk(Buffer.alloc(mebibyte, ' ')),
    ]),
    tooLarge,
  ],
  [
    'a form of 33 MB, by its length alone',
    raw((scene) => [liveHead(scene, `Content-Length: ${33 * mebibyte}`)]),
    tooLarge,
  ],
  [
    'a form of 33 MB, by its length alone, before it is sent',
    raw((scene) => [liveHead(scene, `Content-Length: ${33 * mebibyte}`, 'Expect: 100-continue')]),
    tooLarge,
  ],
  [
    'a form of 33 MB that does not say its length',
    raw((scene) => [
      liveHead(scene, 'Transfer-Encoding: chunked'),
      ...chunk(beginningOfForm(scene)),
      ...chunk(Buffer.alloc(33 * mebibyte, 'x')),
    ]),
    tooLarge,
  ],
  [
    'a form of terabytes, by its length alone',
    raw((scene) => [liveHead(scene, 'Content-Length: 9007199254740991')]),
    tooLarge,
  ],
]
