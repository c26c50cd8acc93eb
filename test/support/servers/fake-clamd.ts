// A clamd for tests: speaks INSTREAM and PING over real sockets, finds `virusMarker`, and has failure modes.

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { listenLocally } from '../../../scripts/bench/listen-locally.ts'
import { tempFolder } from '../temp-folder.ts'

const virusMarker = 'A-VIRUS-FOR-TESTS-AND-HARMLESS'
/** Name of the finding, with characters that must not reach a log. */
const virusName = 'Test.Marker-1 \u001b[31m(é)'

export type ClamdMode =
  | 'sound'
  | 'error'
  | 'size_limit'
  /** Answers PING, and takes no image of 10 MB. */
  | 'short'
  | 'hang'
  | 'broken_off'
  | 'huge'
  | 'garbled'

interface FakeClamd {
  /** For SVC_VIRUS_SCANNER. */
  readonly setting: string
  mode: ClamdMode
  /** Size of each complete image. */
  readonly scanned: number[]
  /** Highest number of connections open at once. */
  openMax: number
  close(): Promise<void>
}

export async function startClamd(t: TestContext, kind: 'tcp' | 'unix'): Promise<FakeClamd> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    clamd.openMax = Math.max(clamd.openMax, open.size)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    serveOne(socket, clamd)
  })
  const path = join(tempFolder(t), 'clamd.ctl')
  let setting = `unix:${path}`
  if (kind === 'unix') await once(server.listen(path), 'listening')
  else setting = `tcp://127.0.0.1:${await listenLocally(server)}`
  const clamd: FakeClamd = {
    setting,
    mode: 'sound',
    scanned: [],
    openMax: 0,
    async close() {
      for (const socket of open) socket.destroy()
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
  t.after(() => clamd.close())
  return clamd
}

const command = Buffer.from('zINSTREAM\0')
const ping = Buffer.from('zPING\0')

function serveOne(socket: Socket, clamd: FakeClamd): void {
  const stream = createStream()
  let begun: Buffer | undefined = Buffer.alloc(0)
  let length = 0
  socket.on('data', (part: Buffer) => {
    length += part.length
    if (clamd.mode === 'broken_off') return void socket.end()
    if (clamd.mode === 'hang') return
    if (clamd.mode === 'huge') return void socket.write(Buffer.alloc(100_000, 'x'))
    if (clamd.mode === 'garbled') return void socket.end('HTTP/1.1 400 Bad Request\r\n\0')
    if (begun === undefined) stream.take(part)
    else {
      begun = Buffer.concat([begun, part])
      if (begun.equals(ping)) return void socket.end('PONG\0')
      if (!begun.subarray(0, command.length).equals(command)) return
      stream.take(begun.subarray(command.length))
      begun = undefined
    }
    if (clamd.mode === 'short' && length < 10_000_000) return
    if (clamd.mode === 'size_limit' || clamd.mode === 'short') {
      return void socket.end('INSTREAM size limit exceeded. ERROR\0')
    }
    const image = stream.whole()
    if (image === undefined) return
    clamd.scanned.push(image.length)
    socket.end(`${verdictOn(image, clamd.mode)}\0`)
  })
}

/** The bytes of a stream, piece by piece: 10 MB come in over a thousand parts, which are put together once. */
function createStream() {
  const pieces: Buffer[] = []
  let head = Buffer.alloc(0)
  /** Bytes of the chunk that are still to come. */
  let left = 0
  let isOver = false
  return {
    take(part: Buffer): void {
      let rest = part
      while (rest.length > 0 && !isOver) {
        if (left === 0) {
          const missing = 4 - head.length
          head = Buffer.concat([head, rest.subarray(0, missing)])
          rest = rest.subarray(missing)
          if (head.length < 4) return
          left = head.readUInt32BE()
          head = Buffer.alloc(0)
          isOver = left === 0
        } else {
          const piece = rest.subarray(0, left)
          pieces.push(piece)
          left -= piece.length
          rest = rest.subarray(piece.length)
        }
      }
    },
    /** Returns undefined until the empty last chunk has arrived. */
    whole: () => (isOver ? Buffer.concat(pieces) : undefined),
  }
}

function verdictOn(image: Buffer, mode: ClamdMode): string {
  if (mode === 'error') return 'stream: Can’t allocate memory ERROR'
  return image.includes(virusMarker) ? `stream: ${virusName} FOUND` : 'stream: OK'
}

/** Adds the marker to a JPEG as a comment. */
export function infected(jpeg: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(virusMarker.length + 2)
  const note = [Buffer.from([0xff, 0xfe]), length, Buffer.from(virusMarker)]
  return Buffer.concat([jpeg.subarray(0, 2), ...note, jpeg.subarray(2)])
}
