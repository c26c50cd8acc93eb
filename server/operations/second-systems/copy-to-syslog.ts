// Sends lines of a log to a syslog collector: RFC 5424 messages over TLS, counted in octets (RFC 5425).
// Syslog confirms nothing, so each batch has a connection of its own, and counts as delivered once the collector has
// closed that connection after us: until then it may have read only a part.

import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { hostname } from 'node:os'
import type { SecureContext } from 'node:tls'
import { destinationOf } from '../../egress/destination.ts'
import type { Egress } from '../../egress/guard-service.ts'
import { ConnectFailure, guardedConnector } from '../../egress/guarded-connect.ts'
import { secureContext } from '../../egress/secure-context.ts'
import type { Cancel } from '../../kernel/clock.ts'
import type { CopyTarget } from './copy-target.ts'
import { guardSecondSystem, secondSystemUrl } from './guard-second-system.ts'

interface SyslogSettings {
  /** `tls://host:port` */
  readonly url: string
  readonly caFile: string | undefined
  /** Name of the setting that names it. */
  readonly caSetting: string
}

/** What the head of a message says of its line (RFC 5424, section 6.2). */
interface SyslogHead {
  /** Facility times eight plus severity. */
  readonly priority: number
  /** ISO 8601; undefined if unknown. */
  readonly time: string | undefined
  readonly messageId: string
}

const connectTimeoutMs = 10_000
/** For one batch, from connecting to the collector's close. */
const batchTimeoutMs = 20_000
/** From the last byte to our end: longer than a round trip to any collector of a bank. */
const endAfterMs = 300

/** @throws Error if the file of authorities holds anything but certificates */
export function openSyslogTarget(
  egress: Egress,
  { url, caFile, caSetting }: SyslogSettings,
  headOf: (line: string) => SyslogHead,
): CopyTarget {
  const authorities = { extraCa: caFile && readFileSync(caFile, 'utf8'), caSetting }
  const place = secondSystemUrl(url)
  const collector = destinationOf(place)
  const needs = { ...guardSecondSystem(egress, place), timeoutMs: connectTimeoutMs }
  let context: SecureContext | undefined
  const closing = new AbortController()
  return {
    async append(lines) {
      context ??= secureContext(authorities)
      const connector = guardedConnector(needs, context)
      const abort = () => connector.close()
      closing.signal.addEventListener('abort', abort, { once: true })
      try {
        const socket = await connectTo(connector, collector)
        await deliver(
          egress,
          socket,
          lines.map((line) => framed(line.trimEnd(), headOf(line))).join(''),
        )
        return lines.length
      } finally {
        closing.signal.removeEventListener('abort', abort)
        connector.close()
      }
    },
    async close() {
      closing.abort()
    },
    place: collector,
  }
}

function connectTo(
  { connect }: ReturnType<typeof guardedConnector>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Socket> {
  const options = { hostname: host, host, protocol: 'https:', port: String(port) }
  return new Promise((resolve, reject) => {
    connect(options, (error, socket) => {
      if (socket) resolve(socket)
      else reject(error ?? new ConnectFailure('connection_failed'))
    })
  })
}

/**
 * Resolves once the collector has closed the connection after reading all. We close some time after the last byte has
 * left: a collector that died before reading has answered that byte with a reset by then, and an end that comes before
 * ours is no answer to it.
 * @throws Error if the connection breaks or ends before
 */
function deliver({ clock }: Pick<Egress, 'clock'>, socket: Socket, text: string): Promise<void> {
  // It can break between two turns of the loop; then no event comes any more.
  if (socket.destroyed) return Promise.reject(new ConnectFailure('connection_failed'))
  return new Promise((resolve, reject) => {
    const cancel = clock.after(batchTimeoutMs, () => socket.destroy(new ConnectFailure('timeout')))
    let cancelEnd: Cancel = () => {}
    let haveWeEnded = false
    let hasAnswered = false
    socket.on('error', (error) => {
      const isOurs = error instanceof ConnectFailure
      reject(isOurs ? error : new ConnectFailure('connection_failed', error))
    })
    socket.on('end', () => {
      if (haveWeEnded) hasAnswered = true
      else socket.destroy(new ConnectFailure('connection_failed'))
    })
    socket.on('close', () => {
      cancel()
      cancelEnd()
      if (hasAnswered) resolve()
      else reject(new ConnectFailure('connection_failed'))
    })
    // Collectors send nothing; without reading, their close would not be noticed.
    socket.resume()
    socket.write(text, () => {
      cancelEnd = clock.after(endAfterMs, () => {
        haveWeEnded = true
        socket.end()
      })
    })
  })
}

const absent = '-'
/** RFC 5424, section 6: visible ASCII of at most 255 characters, of at most 32 in a message id. */
const visible = (text: string, charactersMax: number) =>
  text.replace(/[^!-~]/g, '').slice(0, charactersMax) || absent
const host = visible(hostname(), 255)

/** Counts the octets of a message before it (RFC 5425, section 4.3). */
function framed(line: string, { priority, time = absent, messageId }: SyslogHead): string {
  const id = visible(messageId, 32)
  const message = `<${priority}>1 ${time} ${host} svc ${process.pid} ${id} - ${line}`
  return `${Buffer.byteLength(message)} ${message}`
}
