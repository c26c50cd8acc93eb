// Reads the URL of a PostgreSQL database. The password stays in the parsed value and never in a message.

import { isIP } from 'node:net'

const tlsModes = ['disable', 'verify-full'] as const
type TlsMode = (typeof tlsModes)[number]

export interface DatabaseAddress {
  /** A host name, an address, or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string | undefined
  /** `disable` by default on this machine, otherwise `verify-full`. */
  readonly tls: TlsMode
  /** Settings of the session, as the parameter `options` gives them (`-c search_path=svc`). */
  readonly options: string | undefined
}

const portDefault = 5432
const parametersKnown: ReadonlySet<string> = new Set(['sslmode', 'host', 'options'])

/** Returns what is wrong with the text instead, as the end of a sentence that begins with "must". */
export function readDatabaseAddress(text: string): DatabaseAddress | string {
  if (!/^postgres(?:ql)?:\/\//.test(text)) return 'begin with postgres://'
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return 'be a URL; write special characters of the password percent-encoded'
  }
  const unknown = [...url.searchParams.keys()].find((name) => !parametersKnown.has(name))
  if (unknown !== undefined) return 'have no parameters but sslmode, host and options'
  const host = url.searchParams.get('host') ?? decoded(url.hostname).replace(/^\[|\]$/g, '')
  const database = decoded(url.pathname.slice(1))
  if (host === '') return 'name a host'
  if (database === '') return 'name a database after the host: postgres://user@host/database'
  if (url.username === '') return 'name a user: postgres://user@host/database'
  const mode =
    url.searchParams.get('sslmode') ?? (isOnThisMachine(host) ? 'disable' : 'verify-full')
  const tls = tlsModes.find((known) => known === mode)
  if (tls === undefined) return `have an sslmode of ${tlsModes.join(', ')}`
  return {
    host,
    port: url.port === '' ? portDefault : Number(url.port),
    database,
    user: decoded(url.username),
    password: url.password === '' ? undefined : decoded(url.password),
    tls,
    options: url.searchParams.get('options') ?? undefined,
  }
}

/** For a text that was checked. @throws Error if it is no URL of a database */
export function databaseAddressOf(text: string): DatabaseAddress {
  const read = readDatabaseAddress(text)
  if (typeof read === 'string') throw new Error(`the URL of the database must ${read}`)
  return read
}

/** Returns whether the connection stays on this machine: a Unix socket or a loopback address. */
export function isOnThisMachine(host: string): boolean {
  if (host.startsWith('/') || host === 'localhost') return true
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1'
}

/** The address for messages and logs: without the password. */
export function shownAddress(address: DatabaseAddress): string {
  return `${shownDatabase(address)} as ${address.user}`
}

/** The database without the role: the same whoever connects to it. */
export function shownDatabase({ host, port, database }: DatabaseAddress): string {
  const place = host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`
  return `${database} at ${place}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
