// Reads the URL of a PostgreSQL database. The password stays in the parsed value and never in a message.

import { isIP } from 'node:net'

const tlsModes = ['disable', 'verify-full'] as const
type TlsMode = (typeof tlsModes)[number]

/** Where a server of the database listens. */
export interface DatabaseHost {
  /** A host name, an address, or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
}

export interface DatabaseAddress {
  /** One of them is the primary, the others are its standbys. */
  readonly hosts: readonly [DatabaseHost, ...DatabaseHost[]]
  readonly database: string
  readonly user: string
  readonly password: string | undefined
  /** `disable` by default on this machine, otherwise `verify-full`. */
  readonly tls: TlsMode
  /** Settings of the session, as the parameter `options` gives them (`-c search_path=svc`). */
  readonly options: string | undefined
}

const portDefault = 5432
const parametersKnown: ReadonlySet<string> = new Set([
  'sslmode',
  'host',
  'options',
  'target_session_attrs',
])
/** What is looked for among several hosts; libpq's two names for it. */
const targetsKnown: ReadonlySet<string> = new Set(['read-write', 'primary'])

/** Returns what is wrong with the text instead, as the end of a sentence that begins with "must". */
export function readDatabaseAddress(text: string): DatabaseAddress | string {
  if (!/^postgres(?:ql)?:\/\//.test(text)) return 'begin with postgres://'
  const urls = urlsOf(text)
  const [url] = urls ?? []
  if (urls === undefined || url === undefined) {
    return 'be a URL; write special characters of the password percent-encoded'
  }
  const unknown = [...url.searchParams.keys()].find((name) => !parametersKnown.has(name))
  if (unknown !== undefined) {
    return 'have no parameters but sslmode, host, options and target_session_attrs'
  }
  const target = url.searchParams.get('target_session_attrs')
  if (target !== null && !targetsKnown.has(target)) {
    return 'have a target_session_attrs of read-write'
  }
  const [first, ...others] = hostsOf(url, urls)
  const database = decoded(url.pathname.slice(1))
  if (first === undefined || [first, ...others].some(({ host }) => host === '')) {
    return 'name a host'
  }
  if (database === '') return 'name a database after the host: postgres://user@host/database'
  if (url.username === '') return 'name a user: postgres://user@host/database'
  const isLocal = [first, ...others].every(({ host }) => isOnThisMachine(host))
  const mode = url.searchParams.get('sslmode') ?? (isLocal ? 'disable' : 'verify-full')
  const tls = tlsModes.find((known) => known === mode)
  if (tls === undefined) return `have an sslmode of ${tlsModes.join(', ')}`
  return {
    hosts: [first, ...others],
    database,
    user: decoded(url.username),
    password: url.password === '' ? undefined : decoded(url.password),
    tls,
    options: url.searchParams.get('options') ?? undefined,
  }
}

/** One URL a host; a URL can name only one. Returns undefined if one of them is none. */
function urlsOf(text: string): readonly URL[] | undefined {
  const slashes = text.indexOf('//') + 2
  const end = text.slice(slashes).search(/[/?#]/)
  const authorityEnd = end === -1 ? text.length : slashes + end
  const authority = text.slice(slashes, authorityEnd)
  const at = authority.lastIndexOf('@') + 1
  const before = text.slice(0, slashes) + authority.slice(0, at)
  try {
    const hosts = authority.slice(at).split(',')
    return hosts.map((host) => new URL(before + host + text.slice(authorityEnd)))
  } catch {
    return undefined
  }
}

function hostsOf(url: URL, urls: readonly URL[]): readonly DatabaseHost[] {
  const port = portOf(url)
  const folders = url.searchParams.get('host')?.split(',')
  if (folders !== undefined) return folders.map((host) => ({ host, port }))
  return urls.map((one) => ({
    host: decoded(one.hostname).replace(/^\[|\]$/g, ''),
    port: portOf(one),
  }))
}

function portOf({ port }: URL): number {
  return port === '' ? portDefault : Number(port)
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
export function shownDatabase({ hosts, database }: DatabaseAddress): string {
  return `${database} at ${hosts.map(shownHost).join(', ')}`
}

export function shownHost({ host, port }: DatabaseHost): string {
  if (host.startsWith('/')) return host
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
