// Client of clamd: one connection for each command, which clamd closes after its reply. INSTREAM
// sends the bytes, so that clamd needs no access to our files (clamd(8), "COMMANDS").

import { connect } from 'node:net'
import {
  failedScan,
  readScannerAnswer,
  type ScannerAddress,
  type ScannerAnswer,
  type ScannerFailure,
} from '../scan.ts'

/** A longer reply is not clamd's. */
const answerBytesMax = 4096
const chunkBytesMax = 64 * 1024

/**
 * Scans one image. Never throws; when `signal` is aborted, the result is the failure `over_time`.
 */
export async function askClamd(
  address: ScannerAddress,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<ScannerAnswer> {
  const answer = await sendCommand(address, streamOf(bytes), signal)
  return typeof answer === 'string' ? readScannerAnswer(answer) : answer
}

/** Returns undefined when clamd answers PING. Never throws. */
export async function pingClamd(
  address: ScannerAddress,
  signal: AbortSignal,
): Promise<ScannerFailure | undefined> {
  const answer = await sendCommand(address, [Buffer.from('zPING\0')], signal)
  if (typeof answer !== 'string') return answer.failure
  return answer === 'PONG' ? undefined : 'garbled'
}

/** The INSTREAM format: each chunk after its length, and an empty chunk at the end. */
function streamOf(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [Buffer.from('zINSTREAM\0')]
  for (let at = 0; at < bytes.length; at += chunkBytesMax) {
    const chunk = bytes.subarray(at, at + chunkBytesMax)
    parts.push(lengthOf(chunk.length), chunk)
  }
  return [...parts, lengthOf(0)]
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

type Failed = ReturnType<typeof failedScan>

/** Returns the reply up to its terminating zero, or why there is none. */
function sendCommand(
  address: ScannerAddress,
  parts: readonly Buffer[],
  signal: AbortSignal,
): Promise<string | Failed> {
  if (signal.aborted) return Promise.resolve(failedScan('over_time'))
  const { promise, resolve } = Promise.withResolvers<string | Failed>()
  const { host, port, path } = { host: undefined, port: undefined, path: undefined, ...address }
  const socket = connect(path === undefined ? { host, port: port ?? 0 } : { path })
  let answer: Buffer = Buffer.alloc(0)
  const settle = (result: string | Failed) => {
    signal.removeEventListener('abort', giveUp)
    socket.destroy()
    resolve(result)
  }
  const giveUp = () => settle(failedScan('over_time'))
  const breakOff = () => settle(failedScan(socket.bytesWritten > 0 ? 'broken_off' : 'unreachable'))
  signal.addEventListener('abort', giveUp, { once: true })
  socket.on('connect', () => {
    for (const part of parts) socket.write(part)
  })
  socket.on('data', (chunk: Buffer) => {
    answer = Buffer.concat([answer, chunk])
    const end = answer.indexOf(0)
    if (end > answerBytesMax || (end === -1 && answer.length > answerBytesMax)) {
      settle(failedScan('garbled'))
    } else if (end !== -1) {
      settle(answer.toString('latin1', 0, end))
    }
  })
  // The listeners stay after the end, because an unhandled late error would end the process.
  for (const event of ['error', 'end', 'close']) socket.on(event, breakOff)
  return promise
}
