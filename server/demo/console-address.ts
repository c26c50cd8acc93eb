// Finds the address for the demo's console: passkeys are bound to host names, and browsers accept
// `localhost` as one but no address such as 127.0.0.1.

import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Returns `serverUrl` with the host `localhost`, where that resolves to the same server and no
 * other; otherwise unchanged. No slash at the end.
 */
export async function consoleOriginOf(
  serverUrl: string,
  addressesOfLocalhost: () => Promise<readonly string[]> = askResolver,
): Promise<string> {
  const url = new URL(serverUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Over TLS the certificate determines the host name.
  if (url.protocol !== 'http:') return serverUrl
  const addresses = await addressesOfLocalhost()
  const others = addresses.filter((address) => address !== host)
  if (others.length === addresses.length) return serverUrl
  for (const address of others) if (await isTaken(address, Number(url.port))) return serverUrl
  url.hostname = 'localhost'
  return url.origin
}

async function askResolver(): Promise<readonly string[]> {
  const addresses = await lookup('localhost', { all: true }).catch(() => [])
  return addresses.map(({ address }) => address)
}

/** Checked because browsers may try that address first and find another program there. */
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
