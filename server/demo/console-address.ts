// Where people should open the demo's console: passkeys are bound to names, and browsers take `localhost` for
// one but no address such as 127.0.0.1.

import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * `serverUrl` under the name `localhost`, where that leads to the same server and to no other; otherwise as
 * it is. No slash at the end.
 */
export async function consoleOriginOf(
  serverUrl: string,
  addressesOfLocalhost: () => Promise<readonly string[]> = askResolver,
): Promise<string> {
  const url = new URL(serverUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Over TLS the certificate says which names there are.
  if (url.protocol !== 'http:') return serverUrl
  const found = await addressesOfLocalhost()
  const others = found.filter((address) => address !== host)
  if (others.length === found.length) return serverUrl
  for (const address of others) if (await isTaken(address, Number(url.port))) return serverUrl
  url.hostname = 'localhost'
  return url.origin
}

async function askResolver(): Promise<readonly string[]> {
  const found = await lookup('localhost', { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}

/** Browsers may try that address first, and find another program there. */
async function isTaken(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(silentAfterMs) })
    return true
  } catch {
    return false
  } finally {
    socket.on('error', () => {})
    socket.destroy()
  }
}

const silentAfterMs = 500
