// Connects once to each server of a PostgreSQL database and says, in words for the operator, what keeps the product
// from using it.

import { Client, DatabaseError } from 'pg'
import { codeOf } from '../../kernel/has-code.ts'
import { connectionOptions } from './connection-pool.ts'
import {
  type DatabaseAddress,
  type DatabaseHost,
  shownAddress,
  shownHost,
} from './database-address.ts'
import { troubleOfPostgres } from './postgres-errors.ts'

export interface DatabaseTrial {
  /** Without the password. */
  readonly shown: string
  /** What is wrong and what to do; undefined if the database can be used. */
  readonly fault: string | undefined
  /** Whether the database can be read, whatever the fault. */
  readonly isReadable: boolean
  /** How the server describes itself; undefined if it did not answer. */
  readonly version: string | undefined
  /** `TLS 1.3`, or `none`. */
  readonly tls: string | undefined
  /** The servers beside the primary: standbys, and those that do not answer, with the reason. */
  readonly others: readonly string[]
}

interface TrialInput {
  readonly address: DatabaseAddress
  readonly caFile?: string | undefined
  /** `owner`: it must be able to make tables. `user`: to read and write them, if they are there. */
  readonly role: 'owner' | 'user'
}

const oldestMajor = 15
const newestMajor = 18
const timeoutMs = 10_000

interface Facts {
  readonly number: number
  readonly version: string
  readonly encoding: string
  readonly tls: string | null
  readonly may_create: boolean
  readonly has_tables: boolean
  readonly may_write: boolean
  readonly is_standby: boolean
  readonly refuses_writes: boolean
  readonly lacks_limits: boolean
}

const readFacts = `select current_setting('server_version_num')::int as number,
  current_setting('server_version') as version, current_setting('server_encoding') as encoding,
  (select version from pg_stat_ssl where pid = pg_backend_pid() and ssl) as tls,
  coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
  to_regclass('schema_migrations') is not null as has_tables,
  coalesce(has_table_privilege(to_regclass('verifications'), 'insert'), true) as may_write,
  pg_is_in_recovery() as is_standby, current_setting('transaction_read_only')::bool as refuses_writes,
  current_setting('idle_in_transaction_session_timeout') = '0' as lacks_limits`

interface HostTrial extends Pick<DatabaseTrial, 'fault' | 'isReadable' | 'version' | 'tls'> {
  readonly host: DatabaseHost
  readonly isPrimary: boolean
}

/** Never throws. */
export async function tryDatabase(input: TrialInput): Promise<DatabaseTrial> {
  const { address } = input
  const shown = shownAddress(address)
  const trials = await Promise.all(address.hosts.map((host) => tryHost(input, host)))
  const [first, ...more] = trials.filter(({ isPrimary }) => isPrimary)
  const others = trials.filter((trial) => trial !== first).map(otherText)
  if (first === undefined) {
    const fault =
      trials.length === 1 ? trials[0]?.fault : `no server is the primary: ${others.join('; ')}`
    return { shown, fault, isReadable: false, version: undefined, tls: undefined, others: [] }
  }
  const both = [first, ...more].map(({ host }) => shownHost(host)).join(' and ')
  const fault =
    more.length === 0
      ? first.fault
      : `${both} both take writes: stop the one that a failover left behind, and make it a standby of the other`
  const isReadable = more.length === 0 && first.isReadable
  return { shown, fault, isReadable, version: first.version, tls: first.tls, others }
}

function otherText({ host, fault }: HostTrial): string {
  return `${shownHost(host)}: ${fault ?? 'a primary too'}`
}

async function tryHost(
  { address, caFile, role }: TrialInput,
  host: DatabaseHost,
): Promise<HostTrial> {
  const only = { ...address, hosts: [host] } as const
  const options = { address: only, caFile, name: 'svc check', statementTimeoutMs: timeoutMs }
  const none = { host, isPrimary: false, isReadable: false, version: undefined, tls: undefined }
  const clients: Client[] = []
  const connect = async () => {
    const client = new Client({
      ...connectionOptions(options, host),
      connectionTimeoutMillis: timeoutMs,
    })
    clients.push(client)
    client.on('error', () => {})
    await client.connect()
    return client
  }
  try {
    const client = await connect()
    const { rows } = await client.query<Facts>(readFacts)
    const [facts] = rows
    if (facts === undefined) return { ...none, fault: 'the server gave no answer' }
    const unreadable = faultOfServer(facts, address) ?? faultOfRole(facts, address, role)
    const fault = faultOfServer(facts, address) ?? faultOfSession(facts, address) ?? unreadable
    const isReadable = unreadable === undefined
    if (isReadable) await prepareOnEach([client, await connect()])
    const { version, tls } = facts
    return { host, isPrimary: !facts.is_standby, isReadable, version, tls: tls ?? 'none', fault }
  } catch (error) {
    return { ...none, fault: explainDatabaseError(error, only) }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

/** A pooler that knows nothing of prepared statements gives both clients the same connection of the server. */
async function prepareOnEach(clients: readonly Client[]): Promise<void> {
  for (const client of clients) await client.query({ name: 'svc_trial', text: 'select 1' })
}

function faultOfServer(facts: Facts, { hosts }: DatabaseAddress): string | undefined {
  const major = Math.floor(facts.number / 10_000)
  if (major < oldestMajor) {
    return `the server is PostgreSQL ${facts.version}; ${oldestMajor} to ${newestMajor} are supported`
  }
  if (facts.encoding !== 'UTF8') {
    return `the database has the encoding ${facts.encoding}: create it again with encoding 'UTF8' template template0`
  }
  if (facts.is_standby) {
    if (hosts.length > 1) return 'a standby'
    return 'the server is a standby, which takes no writes: name the primary too, or an address that follows it'
  }
  return undefined
}

/** What keeps the product from working, and nobody from reading. */
function faultOfSession(facts: Facts, { user }: DatabaseAddress): string | undefined {
  if (facts.refuses_writes) return readOnly
  if (facts.lacks_limits) {
    return `a pooler in between drops the limits of a session: set lock_timeout, statement_timeout and idle_in_transaction_session_timeout for the role ${user} (svc help postgresql, Connections)`
  }
  return undefined
}

function faultOfRole(facts: Facts, { user }: DatabaseAddress, role: TrialInput['role']) {
  if (role === 'owner' && !facts.may_create) {
    return `the role ${user} may not create tables: grant create on its schema to it, or name the owner in SVC_DATABASE_OWNER_URL`
  }
  if (role === 'user' && facts.has_tables && !facts.may_write) {
    return `the role ${user} may not write the tables: run svc migrate with SVC_DATABASE_OWNER_URL, which grants it`
  }
  return undefined
}

const heldUp =
  'something holds it up: try again shortly, or look for who holds locks (pg_stat_activity, pg_blocking_pids)'
const unprepared =
  'a pooler in between loses prepared statements: PgBouncer needs session mode, or release 1.21 with max_prepared_statements'
const readOnly =
  'the server takes no writes: default_transaction_read_only is on, which some services set when their disk is full'
const untrusted =
  'the certificate of the server is not from a trusted authority: name its authority in SVC_DATABASE_CA_FILE'

type Explain = (address: DatabaseAddress) => string

const ofCodes: Readonly<Record<string, Explain>> = {
  ENOTFOUND: (address) =>
    `the host ${hostNames(address)} is unknown: check SVC_DATABASE_URL and the DNS`,
  EAI_AGAIN: (address) => `the name ${hostNames(address)} could not be looked up: check the DNS`,
  ECONNREFUSED: (address) =>
    `nothing listens at ${place(address)}: is PostgreSQL running there, and does its listen_addresses name this address?`,
  ENOENT: (address) => `there is no socket of PostgreSQL in ${hostNames(address)}`,
  ETIMEDOUT: (address) => `${place(address)} does not answer: is there a firewall in between?`,
  EHOSTUNREACH: (address) => `there is no way to ${place(address)}`,
  ECONNRESET: (address) => `${place(address)} closed the connection: is it PostgreSQL?`,
  '28P01': ({ user }) => `the password of the role ${user} is wrong`,
  '28000': ({ user }) =>
    `the server refuses the role ${user}: it does not exist, or pg_hba.conf has no line for it from this machine (a line hostssl needs TLS)`,
  '3D000': ({ database }) =>
    `there is no database ${database}: create database ${database} encoding 'UTF8' template template0`,
  '42501': ({ user }) => `the role ${user} lacks a right: see svc help postgresql, Roles`,
  '53300': () => 'the server has no free connection: raise its max_connections',
  '57P03': () => 'the server is starting or stopping: try again shortly',
  '25006': () =>
    'the server takes no writes: it is a standby, or default_transaction_read_only is on',
  '26000': () => unprepared,
  '42P05': () => unprepared,
  '53100': () => 'the disk of the server is full: make room on it',
  '55P03': () => heldUp,
  '57014': () => heldUp,
  '57P01': (address) => `${place(address)} ended the connection: try again shortly`,
  '57P02': (address) => `${place(address)} ended the connection: try again shortly`,
  POOL_BUSY: () => heldUp,
  COMMIT_UNKNOWN: () =>
    'the connection broke while the change was being stored: look whether it was before you repeat the command',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: () => untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: () => untrusted,
  CERT_HAS_EXPIRED: () => 'the certificate of the server has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: (address) =>
    `the certificate of the server is not for ${hostNames(address)}: name the server in SVC_DATABASE_URL as the certificate does`,
}

/** Says why connecting or a query failed; never quotes the password. */
export function explainDatabaseError(error: unknown, address: DatabaseAddress): string {
  const known = causesOf(error)
    .map((one) => ofCodes[codeOf(one)])
    .find((explain) => explain !== undefined)
  if (known !== undefined) return known(address)
  const message = error instanceof Error ? error.message : ''
  if (message.includes('does not support SSL')) {
    return 'the server has no TLS: set ssl = on there, or write sslmode=disable into the URL if nobody else can read the network'
  }
  if (/timeout/i.test(message)) return `${place(address)} does not answer in time`
  if (message.includes('password must be')) return `the role ${address.user} needs a password`
  return `connecting to ${place(address)} failed (${codeOf(error) || 'unknown'})`
}

/** Returns whether the error comes from PostgreSQL or the connection to it. */
export function isDatabaseError(error: unknown): boolean {
  return (
    error instanceof DatabaseError || troubleOfPostgres(codeOf(error)) !== undefined || isTls(error)
  )
}

function isTls(error: unknown): boolean {
  return codeOf(error) in ofCodes || /server does not support SSL/.test(String(error))
}

function causesOf(error: unknown): readonly unknown[] {
  if (!(error instanceof Error)) return []
  const inner = error instanceof AggregateError ? error.errors : []
  return [error, ...inner, ...causesOf(error.cause)]
}

function place({ hosts }: DatabaseAddress): string {
  return hosts.map(shownHost).join(' or ')
}

function hostNames({ hosts }: DatabaseAddress): string {
  return hosts.map(({ host }) => host).join(' or ')
}
