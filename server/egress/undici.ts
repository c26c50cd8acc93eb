// Loads the HTTP client with the first outgoing call: a server that calls nobody starts sooner and stays smaller.

import { createRequire } from 'node:module'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

type Undici = typeof import('undici')

const require = createRequire(import.meta.url)

let loaded: Undici | undefined

export function undici(): Undici {
  loaded ??= require('undici') as Undici
  return loaded
}

export function isUndiciLoaded(): boolean {
  return loaded !== undefined
}

/** The larger parts of the client, each before the parts that need it. */
const parts = [
  'util/timers',
  'core/tree',
  'core/util',
  'core/connect',
  'llhttp/constants',
  'dispatcher/client-h1',
  'dispatcher/client-h2',
  'core/request',
  'dispatcher/client',
  'dispatcher/pool',
  'dispatcher/proxy-agent',
  'dispatcher/env-http-proxy-agent',
  'api',
  'mock/mock-utils',
  'mock/mock-agent',
  'mock/snapshot-agent',
  'handler/cache-handler',
  'interceptor/cache',
  'interceptor/dns',
  'interceptor/decompress',
  'web/webidl',
  'web/fetch/data-url',
  'web/fetch/util',
  'web/fetch/formdata',
  'web/fetch/body',
  'web/fetch/response',
  'web/fetch/request',
  'web/subresource-integrity/subresource-integrity',
  'web/fetch',
  'web/cache/cachestorage',
  'web/websocket/websocket',
  'web/websocket/stream/websocketstream',
  'web/eventsource/eventsource',
  'web/cookies',
]

/**
 * Loads the client part by part, each in a turn of the event loop of its own, because all at once they take 60 ms. Call
 * it when an outgoing call is to be expected; a call that comes sooner loads the rest.
 */
export async function prepareUndici(): Promise<void> {
  if (loaded !== undefined) return
  for (const part of parts) {
    require(`undici/lib/${part}`)
    await turnOfTheLoop()
  }
  undici()
}
